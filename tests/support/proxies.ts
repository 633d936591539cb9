// Proxies as frameworks make them, and the plainest of all.

/**
 * As reactive() of @vue/reactivity, which Alpine uses too: objects inside are wrapped as they are read, but for those that are marked,
 * that cannot be extended, or that are neither plain nor lists (its getTargetType).
 */
export function reactive<T>(target: T): T {
  if (typeof target !== 'object' || target === null) return target
  if (Reflect.get(target, '__v_skip') || !Object.isExtensible(target)) return target
  if (!/Object|Array\]$/.test(Object.prototype.toString.call(target)) || ArrayBuffer.isView(target))
    return target
  return new Proxy(target, {
    get: (of, key, receiver) => reactive(Reflect.get(of, key, receiver)),
  })
}

export const around = <T extends object>(target: T): T => new Proxy(target, {})
