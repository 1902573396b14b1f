import { routesOf } from "./routes.ts"

/** `POST /auth/sessions/:id/refresh`: as the contract spells it, so that names are few and tell nothing of anybody. */
export const spanName = ({ method, url }: { readonly method: string; readonly url: string }): string => {
  const path = new URL(url, "http://localhost").pathname
  const route = routesOf(path).find((one) => one.method === method)
  return route === undefined ? method : `${method} ${route.path}`
}
