package import Signals

/// What somebody wrote in their sleep diary of one night; all but the date may be missing.
package struct DiaryNight: Hashable, Sendable {
    /// The local day of waking up.
    package var date: CivilDate
    /// In which zone the times were written down, by its IANA name.
    package var zone: String
    /// When they went to bed.
    package var inBed: Instant?
    /// When they turned the lights out to sleep.
    package var lightsOut: Instant?
    /// When they fell asleep.
    package var asleep: Instant?
    /// When they woke up for good.
    package var awake: Instant?
    /// When they got up.
    package var gotUp: Instant?
    /// How many times they woke up before that.
    package var awakenings: Int?
    /// How many minutes they were awake then, in all.
    package var awakeMinutes: Double?
    /// How the sleep was, from 1 very poor to 5 very good.
    package var quality: Int?
    /// Naps from noon before to noon of ``date``.
    package var naps: [Range<Instant>] = []
    /// When they did not wear the recorder, in the same time.
    package var notWorn: [Range<Instant>] = []
    /// In their own words.
    package var text: String?

    /// A night of which nothing is said yet.
    package init(_ date: CivilDate, zone: String) { (self.date, self.zone) = (date, zone) }

    /// Whether nothing is said of it.
    package var isEmpty: Bool { self == DiaryNight(date, zone: zone) }

    /// What is said of the night where this comes to what was said before: nothing of that is lost.
    package func adding(to known: DiaryNight) -> DiaryNight {
        var night = self
        night.inBed = inBed ?? known.inBed
        night.lightsOut = lightsOut ?? known.lightsOut
        night.asleep = asleep ?? known.asleep
        night.awake = awake ?? known.awake
        night.gotUp = gotUp ?? known.gotUp
        night.awakenings = awakenings ?? known.awakenings
        night.awakeMinutes = awakeMinutes ?? known.awakeMinutes
        night.quality = quality ?? known.quality
        if naps.isEmpty { night.naps = known.naps }
        if notWorn.isEmpty { night.notWorn = known.notWorn }
        night.text = text ?? known.text
        return night
    }

    /// What makes no sense of what is said, for people; nil where all of it does.
    /// - Parameter zone: in which its times were written down.
    package func fault(in zone: Zone) -> String? {
        let times = [
            ("got into bed", inBed), ("turned the lights out", lightsOut), ("fell asleep", asleep), ("woke up", awake),
            ("got up", gotUp),
        ].compactMap { name, time in time.map { (name, $0) } }
        for (first, second) in zip(times, times.dropFirst()) where second.1 < first.1 {
            return "“\(second.0)” lies before “\(first.0)”"
        }
        if let first = times.first, let last = times.last, last.1.seconds(since: first.1) > 86_400 {
            return "“\(first.0)” and “\(last.0)” lie more than a day apart"
        }
        if let asleep, let awake, asleep == awake { return "“fell asleep” and “woke up” are the same time" }
        let around = zone.start(of: date.adding(days: -1))..<zone.start(of: date.adding(days: 2))
        for (name, time) in times where !around.contains(time) {
            return "“\(name)” does not lie around the night that ended on \(date)"
        }
        if !naps.allSatisfy({ around.contains($0.lowerBound) && $0.upperBound <= around.upperBound }) {
            return "a nap does not lie around the night that ended on \(date)"
        }
        if !notWorn.allSatisfy({ around.contains($0.lowerBound) }) {
            return "a stretch without the recorder does not begin around the night that ended on \(date)"
        }
        if !notWorn.allSatisfy({ $0.upperBound.seconds(since: $0.lowerBound) <= Self.longestNotWorn }) {
            return "a stretch without the recorder is longer than a month"
        }
        if max(naps.count, notWorn.count) > Self.mostSpans {
            return "there are more than \(Self.mostSpans) stretches in a day"
        }
        return nil
    }

    /// How long somebody may be without the recorder at a time, in seconds.
    private static let longestNotWorn = 31 * 86_400.0
    /// The most naps, and the most stretches without the recorder, of one day.
    private static let mostSpans = 20
}

/// An entry of a person's sleep diary: what it says, where it came from and who brought it.
package struct DiaryEntry: Hashable, Sendable {
    /// The person, 0 for a box where nobody was entered yet.
    package var person: Int64
    /// What is said.
    package var night: DiaryNight
    /// The name of the file that it came in; nil where it was entered by hand.
    package var source: String?
    /// The number of the import that brought it; nil where it was entered by hand.
    package var imported: Int64?
    /// Who entered or imported it; nil for the machine's own user, and for somebody who has left.
    package var author: Person.ID?
    /// When that was.
    package var made: Instant
}

/// Whose diary is meant: entries are kept under a person's number, and those of a box without people under 0.
package struct DiaryOwner: Hashable, Sendable {
    /// Under which number entries are kept now.
    package var number: Int64
    /// Under which other number there may be some from before; the same where there is none.
    package var former: Int64

    /// The owner of a diary.
    package init(number: Int64, former: Int64) { (self.number, self.former) = (number, former) }
}

/// How a diary was changed.
package struct DiaryChange: Hashable, Sendable {
    /// The number by which the import can be undone; nil where nothing changed.
    package var imported: Int64?
    /// Days of which something is said for the first time.
    package var added: [CivilDate] = []
    /// Days of which something else was said before.
    package var changed: [CivilDate] = []
    /// Days of which the same was said before.
    package var unchanged: [CivilDate] = []

    /// No change.
    package init() {}
}
