import { de } from "@countersign/react/de"
import { es } from "@countersign/react/es"
import { fr } from "@countersign/react/fr"

export const translations = [de, es, fr]
