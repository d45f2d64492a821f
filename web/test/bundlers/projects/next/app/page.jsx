import { Tools } from './tools';

export default function Page() {
  return <Tools />;
}
