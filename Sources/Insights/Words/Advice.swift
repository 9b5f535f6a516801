import Documents

/// Something that a person can do, as a named body advises it for everybody. Never about an illness or a drug.
package enum Advice: CaseIterable, Hashable, Sendable {
    /// To bed earlier, for 7 hours or more: AASM and Sleep Research Society, 2015.
    case longerNights
    /// The same times every day: CDC, About Sleep, 2024.
    case sameTimes
    /// No screen in the last half hour: CDC, About Sleep, 2024.
    case noScreens
    /// No large meal and no alcohol before bed: CDC, About Sleep, 2024.
    case lightEvenings
    /// No caffeine from the afternoon on: CDC, About Sleep, 2024.
    case lessCaffeine
    /// 150 minutes of moderate activity a week: WHO, 2020.
    case moreActivity
    /// Any movement is better than none: WHO, 2020.
    case someMovement
    /// A quiet, cool bedroom: CDC, About Sleep, 2024.
    case quietBedroom

    /// Where the advice comes from.
    package var source: String {
        switch self {
        case .longerNights: Guideline.sleep.source
        case .sameTimes, .noScreens, .lightEvenings, .lessCaffeine, .quietBedroom: "CDC, About Sleep, 2024"
        case .moreActivity, .someMovement: Guideline.activity.source
        }
    }

    /// What helps with a finding; nil where nothing is wrong with it.
    init?(_ finding: Finding) {
        guard finding.direction == .worse, finding.kind != .usual else { return nil }
        switch finding.metric {
        case .sleepHours: self = .longerNights
        case .sleepEfficiency: self = finding.choice(of: [.sameTimes, .noScreens])
        case .restingHeartRate: self = .lightEvenings
        case .variability: self = finding.choice(of: [.lessCaffeine, .lightEvenings])
        case .activeMinutes: self = .moreActivity
        case .steps: self = .someMovement
        case .averageHeartRate, .activeEnergy: return nil
        }
    }
}
