import { hostConformance } from "./host-conformance.ts"

hostConformance("local host over SQLite")
