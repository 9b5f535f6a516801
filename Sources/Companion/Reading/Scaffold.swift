package import Documents
package import Signals

extension Scaffold {
    /// The rule. Version 1.
    package static let method = Method("load-band", version: 1, parameters: ["band": 0.1])

    /// What to do at `load` where `target` is wanted, both 0 ... 1.
    package init(load: Double, target: Double) {
        // Decimal fractions such as 0.8 - 0.7 are not exactly 0.1.
        let difference = ((load - target) * 1e9).rounded() / 1e9
        self = difference > 0.1 ? .increaseSupport : difference < -0.1 ? .increaseChallenge : .maintain
    }

    /// How much support that is: `high`, `optimal` or `low`.
    package var support: String {
        switch self {
        case .increaseSupport: "high"
        case .maintain: "optimal"
        case .increaseChallenge: "low"
        }
    }

    /// Why, for a person to read.
    package var reason: String {
        switch self {
        case .increaseSupport: "The load is more than 0.1 above the target."
        case .maintain: "The load is within 0.1 of the target."
        case .increaseChallenge: "The load is more than 0.1 below the target."
        }
    }

    /// Practical advice for this step.
    package var advice: [String] {
        switch self {
        case .increaseSupport:
            [
                "Split long sentences.", "Explain rare words.", "Show one paragraph at a time.",
                "Widen lines and spacing.",
            ]
        case .maintain: ["Keep the text as it is."]
        case .increaseChallenge:
            ["Show the original text.", "Take the explanations away.", "Ask a question at the end of a part."]
        }
    }
}
