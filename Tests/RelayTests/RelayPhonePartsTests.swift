import Signals
import Testing

@testable import Relay

@Suite("Parts of the phone's program")
struct RelayPhonePartsTests {
    @Test("lets the latest value through at most every five seconds")
    func throttle() {
        var throttle = LatestThrottle<Int>(interval: .seconds(5))
        let begin = ContinuousClock.now
        func offer(_ value: Int, _ seconds: Double) -> Int? { throttle.offer(value, now: begin + .seconds(seconds)) }
        func take(_ seconds: Double) -> Int? { throttle.take(now: begin + .seconds(seconds)) }
        #expect(offer(1, 0) == 1 && throttle.due == nil)
        #expect(offer(2, 1) == nil && offer(3, 4) == nil && throttle.due == begin + .seconds(5))
        #expect(take(4.999) == nil && take(5) == 3 && take(60) == nil)
        #expect(offer(4, 11) == 4)
    }

    @Test("takes an overload of one assessment for none yet")
    func unsustained() {
        var alarm = OverloadAlarm()
        var reading = WatchReading(time: Instant(nanoseconds: 0), cognitiveLoad: 0.95, state: "overload")
        reading.isSustained = false
        let early = alarm.isRaised(by: reading.alarmingState, now: reading.time)
        reading.isSustained = true
        let late = alarm.isRaised(by: reading.alarmingState, now: reading.time)
        #expect(!early && late)
    }

    @Test("raises the alarm on entering overload, and not again for five minutes")
    func alarm() {
        var alarm = OverloadAlarm()
        let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
        func raised(_ state: String?, _ seconds: Double) -> Bool {
            alarm.isRaised(by: state, now: start.advanced(bySeconds: seconds))
        }
        #expect(!raised("optimal", 0) && raised("overload", 30) && !raised("overload", 60))
        // What cannot be known is no way out of overload.
        #expect(!raised(nil, 90) && !raised("overload", 120))
        #expect(!raised("optimal", 150) && !raised("overload", 180) && !raised("optimal", 210))
        #expect(raised("overload", 331))
    }

    @Test("cuts a night's beats into pieces that fit a user info, without losing one", arguments: [0, 1, 5408, 40_000])
    func beats(count: Int) {
        let intervals = (0..<count).map { 800 + Double($0 % 400) + 0.123 }
        let pieces = BeatChunks.payloads(intervals: intervals, start: 1000, id: "x")
        #expect(pieces.allSatisfy { $0.propertyListSize <= 60_000 && $0["of"]?.integer == pieces.count })
        #expect(pieces.flatMap { $0["rr"]?.array ?? [] }.compactMap(\.number) == intervals)
        #expect(pieces.compactMap { $0["chunk"]?.integer } == Array(1...pieces.count))
        if pieces.count > 1 {
            let first = intervals.prefix(pieces[0]["rr"]?.array?.count ?? 0).reduce(0, +)
            #expect(abs((pieces[1]["t"]?.number ?? 0) - 1000 - first / 1000) < 1e-6)
        }
    }

    @Test(
        "says in words what the wrist is to feel",
        arguments: [
            (
                ["haptic": "overload", "id": "a", "breathing": ["pattern": "4-6"]],
                "⚡ overload: breathe, 4 s in and 6 s out"
            ),
            (["dose": ["name": "Metformin", "amount": 500, "unit": "mg"]], "◉ Time for Metformin 500 mg"),
            (["dose": "Aspirin"], "◉ Time for Aspirin"), (["haptic": "success"], "⚡ success"),
            (["breathing": ["pattern": "5-7", "seconds": 90]], "○ Breathe, 5 s in and 7 s out"),
            (["alert": ["message": "The night ended.", "t": 1]], "⚠ The night ended."),
        ] as [(RelayPayload, String)])
    func notice(payload: RelayPayload, text: String) {
        #expect(WatchNotice(payload)?.text == text)
        #expect(WatchNotice(payload)?.id == payload["id"]?.string)
    }

    @Test("takes a load and a question for no notice")
    func noNotice() {
        #expect(WatchNotice(["cognitiveLoad": 0.5, "state": "optimal"]) == nil)
        #expect(WatchNotice(["request": "hrv"]) == nil)
    }
}
