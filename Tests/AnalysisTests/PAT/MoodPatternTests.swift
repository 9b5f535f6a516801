import Signals
import Testing

@testable import Analysis

@Suite("The mood-related pattern and the sentences of an analysis")
struct MoodPatternTests {
    private func rhythm(days: Int) throws -> Rhythm {
        // Awake and moving from 7 to 23 o'clock, one minute in eight at rest.
        let values = (0..<(days * 1440)).map { minute in
            (7..<23).contains(minute / 60 % 24) && minute % 8 != 0 ? 100.0 : 0
        }
        return try #require(Rhythm(values, epochSeconds: 60, secondOfDay: 0))
    }

    @Test("is the mean of its three parts, which are shown")
    func rule() throws {
        let rhythm = try rhythm(days: 6)
        let pattern = MoodPattern(rhythm: rhythm, midSleeps: [23.5, 0.5, 23.5, 0.5, 0])
        #expect(pattern.parts.map(\.name) == ["relative_amplitude", "interdaily_stability", "mid_sleep_sd_h"])
        // The standard deviation of -0.5, 0.5, -0.5, 0.5, 0 around midnight.
        #expect(abs(pattern.parts[2].value - 0.5) < 1e-12)
        #expect(abs(pattern.parts[2].score - 0.25 / 1.75) < 1e-12)
        #expect(pattern.parts[0].score == 0 && pattern.parts[1].score == 0)
        #expect(abs((pattern.score.value ?? 9) - 0.25 / 1.75 / 3) < 1e-12)
    }

    @Test("is unknown, with the reason, when there are too few days or nights")
    func tooFew() throws {
        let few = MoodPattern(rhythm: try rhythm(days: 4), midSleeps: [3, 3, 3, 3, 3])
        #expect(few.score.value == nil && few.score.reason?.contains("4 days") == true && few.parts.isEmpty)
        let nights = MoodPattern(rhythm: try rhythm(days: 6), midSleeps: [3])
        #expect(nights.score.reason?.contains("1 nights") == true)
        #expect(MoodPattern(rhythm: nil, midSleeps: []).score.value == nil)
    }

    @Test("lays epochs of motion on minutes, and says where there are too few")
    func minutes() throws {
        let start = Instant(nanoseconds: 1_700_000_040_000_000_000)
        let epochs = (0..<36).filter { !(12..<20).contains($0) }.map { index in
            Epoch(
                start: start.advanced(byNanoseconds: Int64(index) * 5_000_000_000), seconds: 5,
                motion: Epoch.Motion(samples: 500, enmo: Double(index), mad: 0, angleZ: 0))
        }
        let minutes = try #require(ActivityMinutes(motion: epochs))
        #expect(minutes.start == start && minutes.values.count == 3)
        #expect(minutes.values[0] == 5.5 && minutes.values[1].isNaN && minutes.values[2] == 29.5)
        #expect(ActivityMinutes(motion: []) == nil)
    }
}
