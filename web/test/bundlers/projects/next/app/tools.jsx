'use client';

import { useEffect } from 'react';
import { callEachTool, searchURL } from './calls.js';
import { useClientTools } from './use-client-tools';

export function Tools() {
  const tools = useClientTools({ searchURL: searchURL() });
  useEffect(() => {
    if (tools) callEachTool(() => tools);
  }, [tools]);
  return null;
}
