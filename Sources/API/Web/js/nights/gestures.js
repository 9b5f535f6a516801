// Mouse, touch and keyboard on the tracks. Up and down stay with the page, so that a phone can scroll past.

const KEY_STEP = 0.01;

export function bindGestures(stack, signal) {
  const surface = stack.plots;
  const pointers = new Map();
  let drag = null;
  let pinch = null;
  const on = (target, name, handle, options) => target.addEventListener(name, handle, { signal, ...options });

  const span = () => {
    const [a, b] = [...pointers.values()];
    return { middle: (a + b) / 2, distance: Math.max(20, Math.abs(a - b)) };
  };

  on(surface, 'pointerdown', (event) => {
    if (event.button !== 0) return;
    pointers.set(event.pointerId, event.clientX);
    if (pointers.size === 2) {
      drag = null;
      stack.brush.hidden = true;
      pinch = { ...span(), range: [...stack.range], time: stack.timeAt(span().middle) };
      return;
    }
    const pans = event.shiftKey || event.pointerType === 'touch';
    drag = { x: event.clientX, pans, range: [...stack.range], time: stack.timeAt(event.clientX), moved: false };
  });

  on(surface, 'pointermove', (event) => {
    if (pointers.has(event.pointerId)) pointers.set(event.pointerId, event.clientX);
    if (pinch && pointers.size === 2) {
      const factor = pinch.distance / span().distance;
      const [start, end] = pinch.range;
      stack.show(pinch.time - (pinch.time - start) * factor, pinch.time + (end - pinch.time) * factor);
      return;
    }
    if (drag && Math.abs(event.clientX - drag.x) > 4 && !drag.moved) {
      drag.moved = true;
      // Only a drag captures: a tap must still reach what lies under it.
      surface.setPointerCapture(event.pointerId);
    }
    if (drag?.moved && drag.pans) {
      const shift = ((drag.x - event.clientX) / stack.area().w) * (drag.range[1] - drag.range[0]);
      stack.show(drag.range[0] + shift, drag.range[1] + shift);
      return;
    }
    if (drag?.moved) {
      const ends = [stack.xOf(drag.time), stack.xOf(stack.timeAt(event.clientX))].sort((a, b) => a - b);
      stack.brush.hidden = false;
      stack.brush.style.left = `${ends[0]}px`;
      stack.brush.style.width = `${ends[1] - ends[0]}px`;
    }
    stack.point(stack.timeAt(event.clientX));
  });

  const finish = (event) => {
    pointers.delete(event.pointerId);
    if (pointers.size < 2) pinch = null;
    if (event.type === 'pointerup' && drag?.moved && !drag.pans) {
      const ends = [drag.time, stack.timeAt(event.clientX)].sort((a, b) => a - b);
      stack.show(...ends);
    } else if (event.type === 'pointerup' && drag && !drag.moved) {
      stack.point(stack.timeAt(event.clientX));
    }
    drag = null;
    stack.brush.hidden = true;
  };
  on(surface, 'pointerup', finish);
  on(surface, 'pointercancel', finish);
  on(surface, 'pointerleave', (event) => {
    if (event.pointerType === 'mouse' && !drag) stack.point(null);
  });
  on(surface, 'dblclick', () => stack.reset());
  on(surface, 'wheel', (event) => {
    if (!event.ctrlKey && Math.abs(event.deltaX) <= Math.abs(event.deltaY)) return;
    event.preventDefault();
    if (event.ctrlKey) stack.zoom(Math.exp(event.deltaY * 0.004), stack.timeAt(event.clientX));
    else stack.pan(event.deltaX / stack.area().w);
  }, { passive: false });

  const moveCursor = (share) => {
    const [start, end] = stack.range;
    const from = stack.cursor ?? (start + end) / 2;
    stack.point(Math.min(end, Math.max(start, from + (end - start) * share)));
  };
  const KEYS = {
    '+': () => stack.zoom(0.5), '=': () => stack.zoom(0.5), '-': () => stack.zoom(2), _: () => stack.zoom(2),
    0: () => stack.reset(), Escape: () => (stack.cursor === null ? stack.reset() : stack.point(null)),
    Home: () => stack.pan(-1e6), End: () => stack.pan(1e6),
    PageUp: () => stack.pan(-0.8), PageDown: () => stack.pan(0.8),
  };
  on(stack.element, 'keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step) {
      if (event.shiftKey) stack.pan(step * 0.25);
      else moveCursor(step * KEY_STEP);
    } else if (KEYS[event.key]) {
      KEYS[event.key]();
    } else {
      return;
    }
    event.preventDefault();
  });
}
