// How likely a tokenizer is to split a word between two letters: one row per first letter, one column per second
// letter, in 32nds, base 36. Averaged over five tokenizers on prose in six languages, code and data. English words have
// few likely splits, German words more, hashes and abbreviations many, so one count suits all of them.

export const pairRows: readonly string[] = [
  "c000e304241000o2q000212103", // a
  "57bh2jkm72n2jp3og4fe4ilu0h", // b
  "572a2dq07l01a416e4902ffr2c", // c
  "5ak21cdd47d9do3fe94f6pr23l", // d
  "4530725ddee210962001c3200i", // e
  "4fc951jl3o72gb1ic3914bka0s", // f
  "6lis2p728mh7a36re45a84mg3c", // g
  "2ppj2stl6kngak3ibao15ldb7l", // h
  "5000100926201003200090g1f0", // i
  "7jfj4lgv3khhhq4hej0s5unmbb", // j
  "7boh4s4nam6bq88mgma6hjbb7s", // k
  "4dj212jl56a1oi22g9335bdq1k", // l
  "24m51mhl7tg11h24bk5ccmr54n", // m
  "5n30360j8f45c737hs2076qf4j", // n
  "3221911452010021n01002063k", // o
  "3kh62g508hh21621g1314ml52s", // p
  "jgmofgifnlb0ffna9ha20dhbfm", // q
  "7k311h5l5l39241fk33282hg0o", // r
  "ak6c2ch15m489h3592103d8k3l", // s
  "6t4737m06rhd8l22q3337s842d", // t
  "5031422e576100j1b0009dh18a", // u
  "3djj1i4b5kbe1k5qfnf9hqkb7e", // v
  "6ip84mi14hmlg32fg23cak069b", // w
  "4k7oaosj7grm1uo4kqn2mqg42n", // x
  "dlar8tnk5op43301md25ltgbdc", // y
  "aloo3mo7amjrnblrmqm57mec66", // z
]
