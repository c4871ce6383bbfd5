import { answerCalls } from '../files/worker-calls.ts';
import { ListFileReader } from './list-reader.ts';

answerCalls(new ListFileReader());
