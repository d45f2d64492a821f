export { FilesView } from './files-view.js';
