'use client';

import { useEffect, useState } from 'react';
import { loadClientTools } from 'clienttools';

/** The tools, once they are loaded. */
export function useClientTools(options) {
  const [tools, setTools] = useState();
  useEffect(() => {
    const loading = loadClientTools(options);
    loading.then(setTools, console.error);
    return () => {
      loading.then((tools) => tools.close()).catch(() => {});
    };
  }, []); // the options of the first rendering count
  return tools;
}
