import { answerCalls } from '../files/worker-calls.ts';
import { workbookWriter } from './workbook-writer.ts';

answerCalls(workbookWriter());
