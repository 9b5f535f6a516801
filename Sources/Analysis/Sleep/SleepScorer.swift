/// A rule that calls an epoch sleep or wake.
public enum SleepScorer: String, Hashable, Sendable, CaseIterable {
    /// Sadeh, Sharkey and Carskadon 1994 as ActiLife computes it: counts cut at 300, sleep above -4.
    case sadeh
    /// The same as printed in the paper: sleep at 0 or above.
    case sadehPaper = "sadeh-paper"
    /// Cole, Kripke, Gruen, Mullaney and Gillin 1992 as ActiLife computes it: counts / 100 cut at 300.
    case coleKripke = "cole-kripke"
    /// Sustained inactivity of van Hees and others 2015: the arm's angle stays within 5 degrees for 5 minutes.
    case vanHees = "van-hees"

    /// The share of epochs on which the rule agrees with polysomnography, from the largest published comparison
    /// that has it: 363 nights for the count rules (Palotti and others 2019), 28 for the angle (van Hees 2015).
    public var agreement: Double {
        switch self {
        case .sadeh, .sadehPaper: 0.734
        case .coleKripke: 0.754
        case .vanHees: 0.83
        }
    }
}
