import Documents
import Runtime

/// The result of one check of `nightjar doctor`.
struct Finding: Equatable, Sendable {
    /// The severity of a finding.
    enum Verdict: String, Sendable {
        /// All is well.
        case fine
        /// Works, with something worth knowing.
        case notice
        /// Something does not work until it is fixed.
        case broken
    }

    /// The check's name, one word.
    var check: String
    var verdict: Verdict
    /// The finding, in one sentence.
    var text: String
    /// The one command that mends it; nil when there is nothing to mend.
    var remedy: String?

    static func fine(_ check: String, _ text: String) -> Finding {
        Finding(check: check, verdict: .fine, text: text)
    }

    static func notice(_ check: String, _ text: String, remedy: String?) -> Finding {
        Finding(check: check, verdict: .notice, text: text, remedy: remedy)
    }

    static func broken(_ check: String, _ text: String, remedy: String) -> Finding {
        Finding(check: check, verdict: .broken, text: text, remedy: remedy)
    }

    /// The finding as lines of text.
    var lines: [String] {
        let mark =
            switch verdict {
            case .fine: "ok     "
            case .notice: "note   "
            case .broken: "BROKEN "
            }
        return ["\(mark) \(check): \(text)"] + (remedy.map { ["         mend it with: \($0)"] } ?? [])
    }

    /// Writes `{check, verdict, text, remedy}`.
    func write(to json: inout JSONText) {
        json.object { json in
            json.field("check", check)
            json.field("verdict", verdict.rawValue)
            json.field("text", text)
            json.field("remedy", remedy)
        }
    }
}
