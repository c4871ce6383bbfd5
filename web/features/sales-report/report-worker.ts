import { answerCalls } from '../files/worker-calls.ts';
import { reportReader } from './report-reader.ts';

answerCalls(reportReader());
