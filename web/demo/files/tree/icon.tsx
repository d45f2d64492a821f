const shapes = {
  folder: 'M1.5 4a1 1 0 0 1 1-1h3.3l1.6 1.8h6.1a1 1 0 0 1 1 1V12a1 1 0 0 1-1 1h-11a1 1 0 0 1-1-1z',
  file: 'M4 1.5h5.2L13 5.3V14a.5.5 0 0 1-.5.5H4a.5.5 0 0 1-.5-.5V2a.5.5 0 0 1 .5-.5zM9 1.7V5.5h3.8',
  image: 'M2.5 3h11v10h-11zM3 12l3.2-4 2.3 2.6 1.7-1.9L13 12M10.4 6.2h.01',
  chevron: 'M6 4l4 4-4 4',
  lock: 'M4.5 7.5h7v6h-7zM6 7.5V5.2a2 2 0 0 1 4 0v2.3',
};

/** A small drawing that says nothing to screen readers. */
export function Icon({ of, class: name = '' }: { of: keyof typeof shapes; class?: string }) {
  return (
    <svg class={`icon icon-${of} ${name}`} viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" focusable="false">
      <path d={shapes[of]} fill="none" stroke="currentColor" stroke-width="1.3" stroke-linejoin="round" stroke-linecap="round" />
    </svg>
  );
}
