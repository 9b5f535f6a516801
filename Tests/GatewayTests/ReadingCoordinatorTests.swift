import Analysis
import Companion
import Devices
import Documents
import Foundation
import Signals
import Store
import Synchronization
import TestKit
import Testing

@testable import Gateway

@Suite("Reading sessions and breathing")
struct ReadingCoordinatorTests {
    static let noon = Instant(nanoseconds: 1_750_248_000_000_000_000)

    /// A gateway whose time a test moves, second by second.
    final class Room {
        let clock = ManualClock(start: ReadingCoordinatorTests.noon)
        let gateway: Gateway
        private final class Seen: Sendable {
            let events = Mutex<[LiveEvent]>([])
        }
        private let seen = Seen()
        private var subscription: LiveBus.Subscription?
        private var wearer: SimulatedWearer?
        private let folder: String

        init(folder: String? = nil, hasHeart: Bool = false) throws {
            self.folder = folder ?? NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
            gateway = try Gateway(
                .init(folder: self.folder, zone: .utc, clock: clock), sources: hasHeart ? [Simulated(seed: 3)] : [])
            if hasHeart {
                wearer = SimulatedWearer(
                    .init(seed: 3, routine: .showcase(origin: clock.now, preroll: 0)), from: clock.now)
            }
            subscription = gateway.bus.subscribe { [seen] event in seen.events.withLock { $0.append(event) } }
        }

        deinit { try? FileManager.default.removeItem(atPath: folder) }

        func pass(_ seconds: Int) {
            for _ in 0..<seconds {
                clock.advance(bySeconds: 1)
                if let pipeline = gateway.pipelines.first {
                    wearer?.advance(into: pipeline)
                    pipeline.tick(at: clock.now)
                }
                gateway.reading.tick(at: clock.now)
            }
        }

        var assessments: [SessionAssessment] {
            seen.events.withLock {
                $0.compactMap { if case .assessed(let assessment) = $0 { assessment } else { nil } }
            }
        }
        var changes: [SessionAssessment] {
            seen.events.withLock {
                $0.compactMap { if case .loadStateChanged(let assessment) = $0 { assessment } else { nil } }
            }
        }

        func read(_ session: Int64, pages: Int, words: Int, every seconds: Int, wrong: Bool = false) throws {
            for _ in 0..<pages {
                for part in 0..<3 {
                    pass(seconds / 3)
                    let pauses =
                        wrong && part < 2 ? [ReadingEvent(.pause, at: clock.now), .init(.resume, at: clock.now)] : []
                    if !pauses.isEmpty { _ = try gateway.reading.receive(pauses, session: session, of: 0) }
                }
                var events = [ReadingEvent(.pageTurn, at: clock.now, words: words)]
                if wrong { events += [.init(.error, at: clock.now), .init(.answer, at: clock.now, isCorrect: false)] }
                _ = try gateway.reading.receive(events, session: session, of: 0)
            }
        }
    }

    @Test("assesses at the start and every 30 s after, and keeps the curve")
    func rhythm() throws {
        let room = try Room()
        let (session, first) = try room.gateway.reading.start(person: 0, title: "A book", words: 900)
        let begin = try #require(first)
        #expect(
            begin.time == Self.noon && begin.load == nil
                && begin.reasons == [
                    "no heart is heard and nothing was read yet: too early to tell"
                ])
        _ = try room.gateway.reading.receive(
            [.init(.view, at: Self.noon, view: 0..<120)], session: session.id, of: 0)
        try room.read(session.id, pages: 4, words: 120, every: 30)
        let times = room.assessments.map { $0.time.seconds(since: Self.noon) }
        #expect(times == [0, 30, 60, 90, 120])
        let last = try #require(room.assessments.last)
        #expect(
            last.load != nil && last.basis == ["reading"] && last.reasons == ["no heart is heard: from reading alone"])
        #expect(abs((last.figures.speed ?? 0) - 240) < 1)
        let stopped = try room.gateway.reading.stop(session.id, of: 0)
        #expect(stopped.endCause == "stopped" && stopped.ended == room.clock.now)
        #expect(try room.gateway.store.loads(ofSession: session.id).count == 5)
        room.pass(60)
        #expect(room.assessments.count == 5)
        let summary = String(decoding: stopped.summary ?? [], as: UTF8.self)
        #expect(summary.contains("\"words\":480") && summary.contains("\"reading_speed\":240"))
    }

    @Test("rises to overload with slow reading, errors and pauses, offers breathing once, and learns nothing from it")
    func overload() throws {
        let room = try Room()
        let (session, _) = try room.gateway.reading.start(person: 0, title: "", words: nil)
        _ = try room.gateway.reading.receive([.init(.view, at: Self.noon, view: 0..<200)], session: session.id, of: 0)
        // Calm pages come first: of a stranger no overload is told.
        try room.read(session.id, pages: 4, words: 120, every: 30)
        try room.read(session.id, pages: 12, words: 40, every: 60, wrong: true)
        #expect(room.changes.contains { $0.state == .overload })
        #expect(room.assessments.count { $0.offersBreathing } == 1)
        #expect(room.assessments.contains { $0.json.contains("\"breathing\":{\"pattern\":\"4-6\",\"seconds\":60}") })
        _ = try room.gateway.reading.stop(session.id, of: 0)
        #expect(room.gateway.reading.storedBaseline(of: 0) == nil)
    }

    @Test(
        "calls the first load of a session by its number, and says of later ones where they are held",
        .timeLimit(.minutes(2)))
    func words() throws {
        let room = try Room(hasHeart: true)
        var firsts = 0
        for _ in 0..<12 {
            room.pass(97)
            let before = room.assessments.count
            let (session, _) = try room.gateway.reading.start(person: 0, title: "", words: nil)
            room.pass(130)
            let all = room.assessments.dropFirst(before).filter { $0.load != nil }
            if let first = all.first {
                firsts += 1
                #expect(first.state == first.load.map(LoadReading.State.init) && !first.isHeld)
            }
            for one in all {
                #expect(one.isHeld == (one.state != one.load.map(LoadReading.State.init)))
                #expect(one.json.contains("\"state_held\":\(one.isHeld)"))
            }
            _ = try room.gateway.reading.stop(session.id, of: 0)
        }
        #expect(firsts > 5)
    }

    @Test("learns a reader's baseline in calm sessions and brings it back after a restart")
    func baseline() throws {
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        let room = try Room(folder: folder)
        let (session, _) = try room.gateway.reading.start(person: 0, title: "", words: nil)
        _ = try room.gateway.reading.receive([.init(.view, at: Self.noon, view: 0..<150)], session: session.id, of: 0)
        try room.read(session.id, pages: 8, words: 150, every: 30)
        _ = try room.gateway.reading.stop(session.id, of: 0)
        let stored = try #require(try room.gateway.store.readingBaseline(of: 0))
        #expect(stored.windows >= 5 && abs((stored.baseline.speed ?? 0) - 300) < 5)
        #expect(abs((room.gateway.reading.baseline(of: 0, at: room.clock.now).speed ?? 0) - 300) < 5)
        #expect(room.gateway.reading.baseline(of: 1, at: room.clock.now) == ReadingBaseline())
    }

    @Test("goes on with a session after a restart, and ends one that was left")
    func restart() throws {
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        let store = try Store(folder: folder)
        let stored = try store.begin(StoredSession(person: 0, kind: "reading", title: "x", started: Self.noon))
        try store.append(
            events: [(Self.noon + 40, Array("{\"kind\":\"page_turn\",\"words\":150}".utf8))], to: stored)
        store.close()
        let room = try Room(folder: folder)
        #expect(room.gateway.reading.progress(stored.id) != nil)
        room.pass(30)
        #expect(room.assessments.map(\.session) == [stored.id, stored.id])
        room.clock.advance(bySeconds: 2000)
        room.gateway.reading.tick(at: room.clock.now)
        let ended = try #require(try room.gateway.store.session(stored.id, of: 0))
        #expect(ended.endCause == "abandoned" && ended.ended == Self.noon + 40)
    }

    @Test("goes on with the word of before a restart, and with none that is long past", arguments: [20.0, 400])
    func heldWord(age: Double) throws {
        let folder = NSTemporaryDirectory() + "nj-\(UUID().uuidString.prefix(8))"
        let store = try Store(folder: folder)
        let begun = Self.noon.advanced(bySeconds: -600)
        let stored = try store.begin(StoredSession(person: 0, kind: "reading", title: "x", started: begun))
        // Slow, with wrong answers and many pauses: by its number too much, but of a stranger not told.
        for second in stride(from: -58.0, to: 0, by: 6) {
            let bodies = [
                #"{"kind":"page_turn","words":4}"#, #"{"kind":"answer","correct":false}"#, #"{"kind":"pause"}"#,
                #"{"kind":"resume"}"#,
            ]
            let time = Self.noon.advanced(bySeconds: second)
            try store.append(events: bodies.map { (time, Array($0.utf8)) }, to: stored)
        }
        try store.append(
            StoredSession.Load(
                time: Self.noon.advanced(bySeconds: -age), load: 0.8, state: "optimal", confidence: 0.3, isStale: false,
                body: Array("{}".utf8)), to: stored)
        store.close()
        let room = try Room(folder: folder)
        room.pass(31)
        let all = room.assessments
        #expect(all.count == 2)
        for one in all { #expect((one.load ?? 0) > 0.7 && one.confidence < 0.5) }
        #expect(all.map(\.state) == (age < 300 ? [.optimal, .optimal] : [.overload, .overload]))
        #expect(all.map(\.isHeld) == (age < 300 ? [true, true] : [false, false]))
        #expect(room.changes.isEmpty == (age < 300))
    }

    @Test("tells devices the word of before a restart for five minutes, once, and not when the heart is refused since")
    func wordForDevices() {
        func resumed() -> ReadingRun {
            let stored = StoredSession(person: 0, kind: "reading", title: "x", started: Self.noon)
            var run = ReadingRun(stored, usual: UsualReading(), at: Self.noon)
            run.resume(from: ReadingRun.ReportedState(state: .overload, time: Self.noon))
            return run
        }
        var run = resumed()
        let word = run.takeResumedWord(at: Self.noon + 299)
        #expect(word?.state == .overload && word?.time == Self.noon)
        #expect(run.takeResumedWord(at: Self.noon + 299) == nil)
        for wrong in [301, 1500, -1] {
            run = resumed()
            #expect(run.takeResumedWord(at: Self.noon + wrong) == nil)
            #expect(run.takeResumedWord(at: Self.noon + 20) == nil)
        }
        run = resumed()
        run.forgetHeart()
        #expect(run.takeResumedWord(at: Self.noon + 20) == nil)
    }

    @Test("uses the heart where one is heard")
    func heart() throws {
        let room = try Room(hasHeart: true)
        room.pass(200)
        let (session, first) = try room.gateway.reading.start(person: 0, title: "", words: nil)
        #expect(first?.basis == ["heart"] && first?.heartRate != nil && first?.isSynthetic == true)
        _ = try room.gateway.reading.receive(
            [.init(.view, at: room.clock.now, view: 0..<120)], session: session.id, of: 0)
        try room.read(session.id, pages: 3, words: 120, every: 30)
        #expect(room.assessments.last?.basis == ["heart", "reading"])
        // The live reading of the device has the behaviour in it, too.
        #expect(room.gateway.pipelines[0].load?.behaviour != nil)
        _ = try room.gateway.reading.stop(session.id, of: 0)
        room.pass(20)
        #expect(room.gateway.pipelines[0].load?.behaviour == nil)
    }

    @Test("silences the load during an exercise and 2 minutes after, scores it, and asks for a rest before the next")
    func breathing() throws {
        let room = try Room(hasHeart: true)
        room.pass(200)
        _ = try room.gateway.reading.start(person: 0, title: "", words: nil)
        let exercise = try room.gateway.reading.beginBreathing(person: 0, pattern: .standard, seconds: 60)
        room.pass(30)
        #expect(room.assessments.last?.isMuted == true && room.assessments.last?.load == nil)
        room.pass(31)
        #expect(room.gateway.reading.breathing(of: 0) == nil)
        let report = try #require(try room.gateway.reading.breathingReports(of: 0).first)
        let text = String(decoding: report.json, as: UTF8.self)
        #expect(
            report.id == exercise.id && text.contains("\"completed\":true") && text.contains("hr_peak_to_trough_bpm"))
        room.pass(100)
        #expect(room.assessments.last?.isMuted == true)
        room.pass(60)
        #expect(room.assessments.last?.isMuted == false && room.assessments.last?.load != nil)
        #expect(throws: BreathingRefused.self) {
            try room.gateway.reading.beginBreathing(person: 0, pattern: .standard, seconds: 60)
        }
        #expect(try room.gateway.reading.beginBreathing(person: 5, pattern: .standard, seconds: 60).person == 5)
    }
}

extension [UInt8] {
    fileprivate func contains(_ text: String) -> Bool { String(decoding: self, as: UTF8.self).contains(text) }
}
