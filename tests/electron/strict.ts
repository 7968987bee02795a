/** Keys that Node, promises, inspectors and serializers look for on any object. */
const probed = new Set([
  'then',
  'toJSON',
  'inspect',
  'constructor',
  'nodeType',
  'tagName',
  'asymmetricMatch',
  'domain',
]);

/**
 * Makes reading a member that the stand-in lacks an error that names it, instead of `undefined`.
 * The guard sits at the end of the prototype chain, so that `target` keeps its identity and may be extended.
 * @returns target
 */
export function strict<T extends object>(name: string, target: T): T {
  const parent: object | null = Reflect.getPrototypeOf(target);
  // A class is constructed through its parent, so the guard of a class must be one.
  const holder = typeof parent === 'function' ? parent : (Object.create(parent) as object);
  const guard = new Proxy(holder, {
    get(_holder, key, receiver) {
      if (typeof key === 'symbol' || Reflect.has(holder, key) || key.startsWith('_') || probed.has(key)) {
        return Reflect.get(holder, key, receiver);
      }
      throw new Error(`the stand-in for Electron has no ${name}.${key}`);
    },
  });
  Object.setPrototypeOf(target, guard);
  return target;
}
