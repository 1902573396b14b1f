/** The words of the page itself. The components have theirs. */
export const words = {
  en: { title: "My wallet", loading: "Loading the wallet…", signedIn: "Signed in", signOut: "Sign out" },
  de: { title: "Meine Wallet", loading: "Die Wallet wird geladen…", signedIn: "Angemeldet", signOut: "Abmelden" },
  es: { title: "Mi monedero", loading: "Cargando…", signedIn: "Sesión iniciada", signOut: "Cerrar sesión" },
  fr: { title: "Mon portefeuille", loading: "Chargement…", signedIn: "Connecté", signOut: "Se déconnecter" }
}

export type Tag = keyof typeof words

/** The reader's language, by the `Accept-Language` of their request: the first that the page has, or English. */
export const tagOf = (accepted: string | null | undefined): Tag => {
  const wanted = (accepted ?? "").split(",").map((range) => range.trim().split(/[-;]/u)[0]?.toLowerCase() ?? "")
  return wanted.find((tag): tag is Tag => Object.hasOwn(words, tag)) ?? "en"
}
