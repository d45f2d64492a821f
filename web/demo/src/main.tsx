import { render } from 'preact';
import { App } from './app.js';
import './styles/base.css';
import './styles/shell.css';
import './styles/parts.css';
import '../chat/chat.css';
import '../settings/settings.css';

render(<App />, document.getElementById('app')!);
