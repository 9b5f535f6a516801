import Documents
import Relay
import Runtime
import Signals
import Testing

@testable import nightjar

@Suite("Watch face")
struct WatchFaceTests {
    private let time = Instant(nanoseconds: 1_700_000_000_000_000_000)

    private func face(load: Double?, reason: String? = nil) -> WatchFace {
        var face = WatchFace()
        let reading = WatchReading(
            time: time, cognitiveLoad: load, state: load.map { _ in "optimal" }, confidence: load.map { _ in 0.8 },
            reason: reason, heartRate: 71.6, isSynthetic: true)
        face.update(.context(reading.context(sequence: 1)))
        return face
    }

    @Test("fills the ring with the load", arguments: [(0.0, 0), (0.5, 12), (0.42, 10), (1.0, 24), (7.0, 24)])
    func ring(load: Double, dots: Int) {
        let lines = face(load: load).lines(now: time)
        #expect(lines.dropFirst().joined().count { $0 == "●" } == dots)
        #expect(lines.joined().count { $0 == "●" || $0 == "·" } >= 24)
    }

    @Test("shows number, state, confidence, heart rate, age and that the wearer is made up")
    func text() {
        var face = face(load: 0.42)
        face.update(.reachability(true))
        face.update(.reply(["hrv": 41.4]))
        let lines = face.lines(now: time.advanced(bySeconds: 12))
        #expect(lines.first == "● phone reachable")
        #expect(
            lines.suffix(3) == ["load 0.42 optimal, confidence 0.80", "♥ 72 /min   HRV 41 ms", "12 s ago · synthetic"])
        #expect(face.line == "load 0.42 optimal, confidence 0.80, heart rate 72 /min, variability 41 ms · synthetic")
    }

    @Test("says that a word is held where the number by itself would have another")
    func held() throws {
        var face = WatchFace()
        var reading = WatchReading(time: time, cognitiveLoad: 0.36, state: "optimal", confidence: 0.8)
        reading.isHeld = true
        face.update(.context(reading.context(sequence: 1)))
        #expect(face.line.hasPrefix("load 0.36 still optimal, confidence 0.80"))
    }

    @Test("says why there is no load and no variability, and never shows 0 for it")
    func unknown() {
        var face = face(load: nil, reason: "no beats")
        face.update(.reply(["hrv": nil, "reason": "too few beats"]))
        let text = face.lines(now: time).joined(separator: "\n")
        #expect(text.contains("load – (no beats)") && text.contains("HRV – (too few beats)") && !text.contains("0.00"))
        face.update(.error(RelayError(.messageReplyTimedOut)))
        #expect(face.lines(now: time).joined().contains("HRV – (7012)"))
    }

    @Test("survives numbers that make no sense")
    func hostile() {
        var face = WatchFace()
        face.update(.context(["t": 1e300, "cognitiveLoad": 1e300]))
        face.update(.context(["t": -1e9, "cognitiveLoad": -5, "hr": 1e300]))
        face.update(.reply(["hrv": -1e300]))
        #expect(face.lines(now: time).count > 5)
    }

    @Test("prints events as lines of JSON")
    func json() {
        #expect(RelayEvent.reachability(true).json == #"{"event":"reachability","reachable":true}"#)
        #expect(RelayEvent.reply(["hrv": 41.5]).json == #"{"event":"reply","reply":{"hrv":41.5}}"#)
        #expect(RelayEvent.tick.json == nil)
    }
}
