import { Context } from "effect"
import { HttpApi } from "effect/http-api"
import { Api } from "../contract/Api.ts"
import { LenientBody } from "../contract/LenientBody.ts"

/** One endpoint, as far as the edge must know it before the router does. */
export interface Route {
  readonly method: string
  /** As the contract spells it: `/auth/sessions/:id`. */
  readonly path: string
  readonly segments: ReadonlyArray<string>
  /** How it reads a body: strictly, as `{}` where it is no JSON object, or not at all. */
  readonly body: "strict" | "lenient" | "none"
}

const routes: Array<Route> = []
HttpApi.reflect(Api, {
  onGroup: () => {},
  onEndpoint: ({ endpoint }) => {
    routes.push({
      method: endpoint.method,
      path: endpoint.path,
      segments: endpoint.path.split("/").slice(1),
      body: endpoint.payload.size === 0 ? "none" : Context.get(endpoint.annotations, LenientBody) ? "lenient" : "strict"
    })
  }
})

/** The endpoints of a path, one a method. None: no such path. A literal segment wins over a parameter. */
export const routesOf = (path: string): ReadonlyArray<Route> => {
  const segments = path.split("/").slice(1)
  const matching = routes.filter((route) => matches(route, segments))
  const literals = (route: Route) => route.segments.filter((segment) => !segment.startsWith(":")).length
  const most = Math.max(0, ...matching.map(literals))
  return matching.filter((route) => literals(route) === most)
}

const matches = (route: Route, segments: ReadonlyArray<string>) =>
  route.segments.length === segments.length &&
  route.segments.every((segment, position) =>
    segment.startsWith(":") ? segments[position] !== "" : segment === segments[position]
  )
