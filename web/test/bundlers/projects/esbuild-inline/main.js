import { loadClientTools } from 'clienttools/inline';
import wasmURL from 'clienttools/clienttools.wasm';
import sandboxURL from 'clienttools/sandbox.wasm';
import transpileURL from 'clienttools/transpile.wasm';
import { callEachTool } from './calls.js';

callEachTool(loadClientTools, { wasmURL, sandboxURL, transpileURL });
