import { type NextRequest, NextResponse } from "next/server"

/** Runs in front of every route: the platform endpoints are for the backend, so no caller reaches them from outside. */
export const proxy = ({ nextUrl }: NextRequest) =>
  nextUrl.pathname.startsWith("/api/wallet/2025-10-13/platform")
    ? Response.json({ message: "not from outside" }, { status: 403 })
    : NextResponse.next()

export const config = { matcher: "/api/:path*" }
