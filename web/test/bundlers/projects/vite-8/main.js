import { loadClientTools } from 'clienttools';
import { callEachTool } from './calls.js';

callEachTool(loadClientTools);
