public import Signals

/// The figures over the days of a recording: the fields of `ActigraphyAnalysis` that one night cannot fill.
public struct ActigraphyAnalysis: Hashable, Sendable {
    /// The rhythm over the whole days; nil without any.
    public let rhythm: Rhythm?
    /// The strength of the rhythm, 0 ... 1.
    public let circadianScore: Estimate
    /// The probability that an active minute is followed by one at rest, 0 ... 1, over the whole days.
    public let fragmentation: Estimate
    /// Hours between the mean middles of sleep before work days and before free days, weekends being free.
    public let socialJetLag: Estimate
    /// The mood-related pattern by the rule; its score is shown only where it was asked for.
    public let mood: MoodPattern

    /// The analysis of a recording.
    /// - Parameters:
    ///   - rhythm: the rhythm over its days, or nil.
    ///   - nights: its nights.
    public init(rhythm: Rhythm?, nights: [Night]) {
        self.rhythm = rhythm
        circadianScore = CircadianScore.estimate(rhythm)
        mood = MoodPattern(rhythm: rhythm, midSleeps: nights.compactMap(\.measures.midSleep.value))
        let jetLag = Method("social-jet-lag/wittmann-2006", parameters: ["nights": Double(nights.count)])
        if let found = NightAnalysis.socialJetLag(nights) {
            socialJetLag = Estimate(found.hours, method: jetLag)
        } else {
            socialJetLag = Estimate(
                unknown: "it needs a sleep before a work day and one before a free day", method: jetLag)
        }
        let days = rhythm?.days ?? 0
        let method = Method("active-to-rest-transition/minutes", parameters: ["days": Double(days)])
        if let value = rhythm?.activityFragmentation {
            fragmentation = Estimate(value, method: method)
        } else {
            let reason =
                days == 0
                ? "there is no whole day from midnight to midnight" : "no minute of the whole days was active"
            fragmentation = Estimate(unknown: reason, method: method)
        }
    }

    /// Plain sentences about a night and its days, each with its numbers; empty when nothing is known.
    /// - Parameters:
    ///   - night: the night.
    ///   - moodScore: a mood-related score that is shown, or nil.
    public func insights(_ night: Night, moodScore: Double? = nil) -> [String] {
        var lines: [String] = []
        let measures = night.measures
        if let doubt = night.wakeDoubt {
            lines.append("Sleep efficiency and wake are not to be relied on this night: \(doubt).")
        } else if let value = measures.sleepEfficiency.value {
            let word = value >= 85 ? "excellent" : value >= 75 ? "good" : "poor"
            lines.append(
                "Sleep efficiency was \(Self.whole(value)) %, which is \(word) (85 % and more is excellent, 75 % and more "
                    + "good).")
        }
        if let value = circadianScore.value {
            let word = value >= 0.8 ? "strong" : value >= 0.6 ? "moderate" : "irregular"
            lines.append(
                "The rhythm of rest and activity over \(rhythm?.days ?? 0) days scored \(Self.hundredths(value)) of 1, which is "
                    + "\(word) (0.8 and more is strong, 0.6 and more moderate).")
        }
        if let value = moodScore {
            let word = value >= 0.7 ? "elevated" : value >= 0.4 ? "moderate" : "in the usual range"
            lines.append("The score \(Self.hundredths(value)) of 1 is \(word): \(MoodPattern.caution).")
        }
        if let value = measures.totalSleepTime.value {
            let minutes = Self.whole(value)
            lines.append(
                "Total sleep was \(minutes / 60) h \(minutes % 60) min; 7 to 9 h are recommended for adults.")
        }
        if let value = measures.wakeAfterSleepOnset.value, value > 20 {
            let bouts = measures.awakenings.value.map { " in \(Self.whole($0)) awakenings" } ?? ""
            lines.append(
                "\(Self.whole(value)) min were spent awake after falling asleep\(bouts); 20 min and less is usual.")
        }
        if let value = measures.sleepOnsetLatency.value, value > 30 {
            lines.append("Falling asleep took \(Self.whole(value)) min; 30 min and less is usual.")
        }
        return lines
    }

    private static func whole(_ value: Double) -> Int { Int(value.rounded()) }
    private static func hundredths(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
