export { ConsoleView } from './console-view.js';
