// The lines and marks of a tree on a canvas: fast enough for ten thousand nodes while panning.

import type { Plan, Spot } from './layout';

/** How the plane lies in the window: screen = plane * scale + offset. */
export interface Camera {
  x: number;
  y: number;
  scale: number;
}

/** What the canvas must know of the film at this moment; everything is over without a film. */
export interface Moment {
  entered: (number: number) => boolean;
  left: (number: number) => boolean;
}

export interface Colours {
  line: string;
  best: string;
  cut: string;
  link: string;
  max: string;
  min: string;
  ink: string;
}

/** Half the side of a node's mark, in pixels of the plane. */
export const HALF = 22;
/** Room above a node for its move: lines end there, so that none crosses it. */
export const ABOVE = 21;

/** Below this scale a triangle is a few pixels wide: squares look the same and are drawn faster. */
const DOTS = 0.3;

interface Scene {
  plan: Plan;
  camera: Camera;
  moment: Moment;
  colours: Colours;
  /** Whether nodes are drawn here; otherwise buttons stand in their place. */
  marks: boolean;
  links: boolean;
  selected: number | null;
}

/** The spots inside the window, in the order of the search. */
export function inSight(plan: Plan, camera: Camera, width: number, height: number, margin: number): Spot[] {
  const [left, right] = [(-camera.x - margin) / camera.scale, (width - camera.x + margin) / camera.scale];
  const [top, bottom] = [(-camera.y - margin) / camera.scale, (height - camera.y + margin) / camera.scale];
  return plan.spots.filter((spot) => spot.x >= left && spot.x <= right && spot.y >= top && spot.y <= bottom);
}

function triangle(context: CanvasRenderingContext2D, spot: Spot): void {
  const turn = spot.node.max ? 1 : -1;
  context.moveTo(spot.x, spot.y - turn * HALF);
  context.lineTo(spot.x + HALF, spot.y + turn * HALF);
  context.lineTo(spot.x - HALF, spot.y + turn * HALF);
  context.closePath();
}

/** Whether a node and the one above it lie on the best line, as far as is known: the last value of all decides it. */
export function onBestLine(spot: Spot, plan: Plan, moment: Moment): boolean {
  const root = plan.spots[0];
  return spot.node.best && spot.parent?.node.best === true && root !== undefined && moment.left(root.node.number);
}

function edges(context: CanvasRenderingContext2D, scene: Scene, best: boolean): void {
  const { plan, moment, colours, camera } = scene;
  context.beginPath();
  for (const spot of plan.spots) {
    const { parent } = spot;
    if (!parent || !moment.entered(spot.node.number) || onBestLine(spot, plan, moment) !== best) continue;
    context.moveTo(parent.x, parent.y + HALF);
    context.lineTo(spot.x, spot.y - HALF - ABOVE);
  }
  context.strokeStyle = best ? colours.best : colours.line;
  context.lineWidth = (best ? 3 : 1.2) / Math.min(1, camera.scale) ** 0.5;
  context.stroke();
}

function stubs(context: CanvasRenderingContext2D, scene: Scene): void {
  const { plan, moment, colours } = scene;
  context.beginPath();
  for (const spot of plan.spots) {
    if (!moment.left(spot.node.number)) continue;
    for (const stub of spot.stubs) {
      context.moveTo(spot.x, spot.y + HALF);
      context.lineTo(stub.x, stub.y);
      const [x, y] = [(spot.x + stub.x) / 2, (spot.y + HALF + stub.y) / 2];
      context.moveTo(x - 6, y - 3);
      context.lineTo(x + 6, y + 3);
    }
  }
  context.strokeStyle = colours.cut;
  context.lineWidth = 1.2;
  context.setLineDash([4, 4]);
  context.stroke();
  context.setLineDash([]);
  if (scene.camera.scale < 0.5) return;
  context.fillStyle = colours.cut;
  context.font = '15px system-ui, sans-serif';
  context.textAlign = 'center';
  for (const spot of plan.spots) {
    if (!moment.left(spot.node.number)) continue;
    spot.stubs.forEach((stub) => context.fillText(stub.text, stub.x, stub.y + 16));
  }
}

/** Values that came from the table, each tied to the node where it was found. */
function links(context: CanvasRenderingContext2D, scene: Scene): void {
  const { plan, moment, colours, selected } = scene;
  context.strokeStyle = colours.link;
  context.setLineDash([2, 3]);
  for (const spot of plan.spots) {
    const { number, source } = spot.node;
    const from = source === undefined ? undefined : plan.byNumber.get(source);
    if (!from || !moment.left(number)) continue;
    if (!scene.links && number !== selected && source !== selected) continue;
    context.lineWidth = number === selected || source === selected ? 2.5 : 1;
    context.beginPath();
    context.moveTo(from.x, from.y + HALF);
    const low = Math.max(from.y, spot.y) + 60;
    context.bezierCurveTo(from.x, low, spot.x, low, spot.x, spot.y + HALF);
    context.stroke();
  }
  context.setLineDash([]);
}

function marks(context: CanvasRenderingContext2D, scene: Scene): void {
  const { plan, moment, colours } = scene;
  for (const max of [true, false]) {
    context.fillStyle = max ? colours.max : colours.min;
    if (scene.camera.scale < DOTS) {
      for (const { node, x, y } of plan.spots) {
        if (node.max === max && moment.entered(node.number)) context.fillRect(x - HALF, y - HALF, 2 * HALF, 2 * HALF);
      }
      continue;
    }
    context.beginPath();
    for (const spot of plan.spots) {
      if (spot.node.max === max && moment.entered(spot.node.number)) triangle(context, spot);
    }
    context.fill();
  }
}

/** Draws everything that the camera sees. */
export function paint(canvas: HTMLCanvasElement, scene: Scene): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = window.devicePixelRatio || 1;
  const { camera } = scene;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  context.setTransform(ratio * camera.scale, 0, 0, ratio * camera.scale, ratio * camera.x, ratio * camera.y);
  edges(context, scene, false);
  edges(context, scene, true);
  stubs(context, scene);
  links(context, scene);
  if (scene.marks) marks(context, scene);
}
