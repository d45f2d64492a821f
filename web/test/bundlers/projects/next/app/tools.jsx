'use client';

import { useEffect } from 'react';
import { loadClientTools } from 'clienttools';
import { callEachTool } from './calls.js';

export function Tools() {
  useEffect(() => {
    callEachTool(loadClientTools);
  }, []);
  return null;
}
