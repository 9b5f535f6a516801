package import Analysis
package import Signals
package import Store

/// What people said of a night, with their names.
package struct NightWords: Sendable {
    /// When the lights went out, and by whose word.
    package struct LightsOut: Hashable, Sendable {
        /// When; nil where it is not known.
        package var time: Instant?
        /// Where that is known from.
        package var source: LightsOutSource?
        /// Why it is not known.
        package var reason: String?
    }

    /// Notes that hold, the earliest first.
    package var notes: [NightNote] = []
    /// Tags that hold.
    package var tags: [String] = []
    /// Names of those who said something.
    package var authors: [Person.ID: String] = [:]
    /// When the lights went out.
    package var lightsOut = LightsOut()
    /// What the sleep diary says of the night; nil for nothing.
    package var diary: NightDiary?
    /// The device whose night is shown of this person and date.
    package var preferred: DeviceID
    /// Whether a person chose it; else the rule did.
    package var isChosen = false
}

/// Which of several devices' nights of one person and date is shown.
package enum NightPreference {
    /// The rule, for people.
    package static let rule =
        "of several devices' nights of a person and date: recorded before generated, with sleep before without, then the "
        + "higher confidence, then the latest score"
    /// What is told where a person chose.
    package static let choice = "a person chose this device for the date"
}
