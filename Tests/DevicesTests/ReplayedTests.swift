import Devices
import Recordings
import Runtime
import Signals
import TestKit
import Testing

@Suite("Replayed recordings")
struct ReplayedTests {
    static let people = ["S01", "S03", "S05", "S07", "S09", "S11", "S13", "S15", "S17", "S19", "S21", "S23"]

    @Test(
        "gives every beat and every sample of a real person through the live way",
        .enabled(if: TestData.isAvailable), arguments: people)
    func realPerson(name: String) async throws {
        let folder = try TestData.path("cogload/stress_predict/\(name)")
        let recording = try ReplayRecording(empaticaFolder: folder)
        let outlet = CollectingOutlet()
        try await Replayed(recording, placement: .original, pace: .unlimited).run(delivering: outlet)

        let beats = outlet.beats
        try #require(beats.count == recording.beats.count)
        #expect(beats.isMonotonic)
        for (sent, got) in zip(recording.beats, beats) {
            #expect(abs(got.rr - sent.rr) <= 1000.0 / 1024)
        }
        // A beat waits up to a second for its notification, and no longer.
        #expect(zip(recording.beats, beats).allSatisfy { (-0.3...1.05).contains($1.time.seconds(since: $0.time)) })
        #expect(zip(beats, outlet.beatArrivals).allSatisfy { $0.time <= $1 })

        // Every hole of the recording is found where it is, and hardly any that is not there.
        let holes = Set(recording.beats.indices.filter { recording.beats[$0].label == .afterGap })
        let found = Set(beats.indices.filter { beats[$0].label == .afterGap })
        #expect(holes.isSubset(of: found))
        #expect(found.count - holes.count <= beats.count / 100)
        let lost = outlet.losses.filter { $0.cause == .gap }
        #expect(lost.count == found.count)
        let told = lost.reduce(0) { $0 + $1.count }
        let missing = Self.holeSeconds(recording.beats)
        #expect(abs(told - missing) < 0.5 * Double(holes.count))
        // Between holes neighbours are their interval apart, but where the line has to find its place after a hole.
        let direct = beats.indices.dropFirst().filter { !found.contains($0) }
        let moved = direct.filter { abs(beats[$0].time.seconds(since: beats[$0 - 1].time) * 1000 - beats[$0].rr) > 10 }
        #expect(moved.count < 3 * found.count + 10)

        let sent = recording.batches.flatMap(\.values)
        let got = outlet.batches.filter { $0.channel == .acceleration }
        #expect(got.flatMap(\.values) == sent)
        #expect(got.first?.times.instant(at: 0) == recording.batches.first?.times.instant(at: 0))
        #expect(outlet.links.first == "connecting" && outlet.links.last == "gone")
    }

    @Test("gives a day of beats through notifications", .enabled(if: TestData.isAvailable), arguments: ["1", "20"])
    func wholeDay(number: String) async throws {
        let zeros = String(repeating: "0", count: 3 - number.count)
        let path = try TestData.path("rr/nsr2db/nsr\(zeros)\(number)_rr_secs.txt")
        let series = try BeatSeries(RecordingFile.open(path: path))
        let outlet = CollectingOutlet()
        let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
        try await Replayed(ReplayRecording(series, name: "day"), placement: .at(start), pace: .unlimited)
            .run(delivering: outlet)
        let sendable = series.beats.filter { $0.rr * 1.024 < 65_535 }
        #expect(outlet.losses.filter { $0.cause == .damaged }.count == series.beats.count - sendable.count)
        try #require(outlet.beats.count == sendable.count)
        #expect(zip(sendable, outlet.beats).allSatisfy { abs($0.rr - $1.rr) < 0.5 })
        let found = outlet.beats.filter { $0.label == .afterGap }.count
        #expect(found <= sendable.count / 10_000)
        let moved = outlet.beats.indices.dropFirst().filter { index in
            let (beat, previous) = (outlet.beats[index], outlet.beats[index - 1])
            return abs(beat.time.seconds(since: previous.time) * 1000 - beat.rr) > 10
        }
        #expect(moved.count <= sendable.count / 2000)
    }

    @Test("delivers the same at every speed") func anySpeed() async throws {
        let series = try BeatSeries(text: Self.beats(40), name: "beats.txt")
        let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
        var results: [[Beat]] = []
        for pace in [Replayed.Pace.unlimited, .times(2000), .times(500)] {
            let outlet = CollectingOutlet()
            try await Replayed(ReplayRecording(series, name: "x"), placement: .at(start), pace: pace)
                .run(delivering: outlet)
            results.append(outlet.beats)
        }
        #expect(results[0].count == 40)
        #expect(results[0] == results[1])
        #expect(results[0] == results[2])
    }

    @Test("reads intervals in seconds, in milliseconds, with times and from an Empatica session")
    func seriesKinds() throws {
        let seconds = try BeatSeries(text: Array("0.800\n0.900\n1.000\n".utf8), name: "a")
        let milliseconds = try BeatSeries(text: Array("rr_ms\r\n800\r\n900\r\n1000".utf8), name: "b")
        #expect(seconds.beats.map(\.rr) == [800, 900, 1000])
        #expect(milliseconds.beats == seconds.beats)
        #expect(seconds.beats.map { $0.time.secondsSince1970 } == [0.8, 1.7, 2.7])

        let table = try BeatSeries(text: Array("t_s,rr_ms\n10.5,800\n11.4,900\n20,1000\n".utf8), name: "c")
        #expect(table.beats.map { $0.time.secondsSince1970 } == [10.5, 11.4, 20])
        #expect(table.beats.map(\.label) == [.normal, .normal, .afterGap])

        let empatica = try BeatSeries(
            text: Array("1644226061.0, IBI\n35.5,0.875\n36.375,0.875\n".utf8), name: "IBI.csv")
        #expect(empatica.start.secondsSince1970 == 1_644_226_061)
        #expect(empatica.beats.map { $0.time.secondsSince1970 } == [1_644_226_096.5, 1_644_226_097.375])
        #expect(empatica.beats.map(\.rr) == [875, 875])
    }

    @Test("counts lines that are no intervals and beats out of order") func damagedSeries() throws {
        let series = try BeatSeries(text: Array("t,rr\n1,800\nfoo,bar\n0.5,700\n2,-5\n3,nan\n4,900\n".utf8), name: "d")
        #expect(series.beats.map(\.rr) == [800, 900])
        #expect(series.losses.map(\.cause) == [.damaged])
        #expect(series.losses.first?.count == 4)
    }

    @Test("refuses text without intervals", arguments: ["", "hello\n", "\0\0\0", "-1\n-2\n"])
    func noIntervals(text: String) {
        #expect(throws: Failure.self) { try BeatSeries(text: Array(text.utf8), name: "e") }
    }

    @Test("leaves out hours in which nothing was recorded, and says so") func longHole() async throws {
        let text = "1,1000\n2,1000\n3,1000\n90000,1000\n90001,1000\n"
        let series = try BeatSeries(text: Array(text.utf8), name: "f")
        let outlet = CollectingOutlet()
        try await Replayed(ReplayRecording(series, name: "f"), placement: .original, pace: .unlimited)
            .run(delivering: outlet)
        #expect(outlet.beats.count == 5)
        #expect(outlet.beats[3].label == .afterGap)
        #expect(outlet.links == ["connecting", "streaming", "gone", "connecting", "streaming", "gone"])
        let lost = outlet.losses.filter { $0.cause == .disconnected }.reduce(0) { $0 + $1.count }
        #expect(abs(lost - 89_996) < 2)
    }

    @Test("plays a recorder's file with its samples", .enabled(if: TestData.isAvailable)) func recorder() async throws {
        let file = try RecordingFile.open(path: TestData.path("cwa/ggirread_ax3_testfile.cwa"))
        let recording = try ReplayRecording(recorder: file)
        let outlet = CollectingOutlet()
        let start = Instant(nanoseconds: 1_700_000_000_000_000_000)
        try await Replayed(recording, placement: .at(start), pace: .unlimited).run(delivering: outlet)
        for channel in Set(recording.batches.map(\.channel)) {
            let sent = recording.batches.filter { $0.channel == channel }.flatMap(\.values)
            let got = outlet.batches.filter { $0.channel == channel }.flatMap(\.values)
            #expect(got == sent, "\(channel)")
        }
        #expect(outlet.batches.contains { $0.channel == .acceleration })
        #expect(outlet.batches.allSatisfy { $0.times.instant(at: 0) >= start && $0.times.instant(at: 0) < $0.received })
    }

    @Test(
        "knows a session folder, a recorder's file and a list of beats by what they are",
        .enabled(if: TestData.isAvailable))
    func anyPath() throws {
        let session = try ReplayRecording(path: TestData.path("cogload/stress_predict/S17"))
        #expect(!session.beats.isEmpty && !session.batches.isEmpty)
        #expect(Replayed(session).device.kind == .wristband)
        let recorder = try ReplayRecording(path: TestData.path("cwa/ggirread_ax3_testfile.cwa"))
        #expect(Replayed(recorder).device.kind == .recorder)
        let list = try ReplayRecording(path: TestData.path("rr/rr_healthy/000_ms.txt"))
        #expect(list.beats.count > 50_000)
        #expect(Replayed(list).device.kind == .heartRateStrap)
        #expect(Replayed(list).device.origin == .replayed)
    }

    @Test("says what is wrong with a path") func wrongPath() {
        let failure = #expect(throws: Failure.self) { try ReplayRecording(path: "/nowhere/beats.txt") }
        #expect(failure?.code == .notFound)
    }

    private static func beats(_ count: Int) -> [UInt8] {
        Array((0..<count).map { "\(800 + $0 % 7 * 20)\n" }.joined().utf8)
    }

    private static func holeSeconds(_ beats: [Beat]) -> Double {
        zip(beats, beats.dropFirst()).reduce(0) { sum, pair in
            sum + max(0, pair.1.time.seconds(since: pair.0.time) - pair.1.rr / 1000 - 0.01)
        }
    }
}
