import { answerCalls } from '../files/worker-calls.ts';
import { listReader } from './list-reader.ts';

answerCalls(listReader());
