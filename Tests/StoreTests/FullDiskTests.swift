import Foundation
import Signals
import Testing

@testable import Store
@testable import crash_writer

@Suite("A full disk")
struct FullDiskTests {
    @Test("turns the state red, keeps live data in memory, counts what it must drop, and resumes by itself")
    func live() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let lines = try await onThreads(1) { _ in Result { try CrashingProcess(["full", path, "0"]).wait() } }[0].get()
        let said = Dictionary(lines.map { ($0[0], $0.dropFirst().map(String.init)) }) { first, _ in first }
        #expect(said["red"] == ["true", "true"])
        let refused = try #require(said["refused"]?.first.flatMap { Int($0) })
        #expect(refused > 100)
        #expect(said["refused"] == ["\(refused)", "\(refused * 10)", "true"])
        // Beats are dearer than raw samples and have room of their own.
        #expect(said["beats"] == ["true"])
        #expect(said["green"] == ["true", "true"])
        let end = try #require(said["end"])
        let (steps, lost) = (try #require(Int(end[0])), try #require(Int(end[1])))
        #expect(end[2] == "true")

        let store = try Store(folder: path)
        let (from, to) = (Instant(nanoseconds: .min), Instant(nanoseconds: .max))
        let raw = try store.raw(of: CrashSeries.device, channel: .acceleration, from: from, to: to)
        #expect(raw.count == steps - lost / 10)
        #expect(Set(raw.map(\.sequence)).count == raw.count)
        for batch in raw where batch != CrashSeries.batch(Int(batch.sequence ?? -1)) {
            Issue.record("batch \(batch.sequence ?? -1) differs")
        }
        let losses = try store.losses(of: CrashSeries.device, from: from, to: to)
        #expect(losses.allSatisfy { $0.cause == .overflow && $0.channel == .acceleration })
        #expect(losses.reduce(0) { $0 + $1.count } == Double(lost))
        #expect(try store.beats(of: CrashSeries.device, from: from, to: to) == (0..<2).map(CrashSeries.beat))
        #expect(try store.readers.read { try $0.text("PRAGMA integrity_check") } == "ok")
    }

    @Test("erases a person once, records on, and frees the unused space after the crash that came between")
    func erasing() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let lines = try await onThreads(1) { _ in Result { try CrashingProcess(["erase", path, "0"]).wait() } }[0].get()
        #expect(lines.map { $0.joined(separator: " ") } == ["erased 1", "unfinished true", "status true true"])
        do {
            let connection = try Connection(path: folder.database, access: .reading)
            #expect(try connection.integer("SELECT count(*) FROM erasing") == 1)
            #expect(try connection.integer("SELECT count(*) FROM person") == 0)
        }
        let store = try Store(folder: path)
        // Whichever of the two was first, the writer's own look or this.
        try await store.finishErasing()
        #expect(try store.readers.read { try $0.integer("SELECT count(*) FROM erasing") } == 0)
        #expect(store.status.unfinished == nil)
        store.close()
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        #expect(bytes.range(of: Data("Unmistakable Ben".utf8)) == nil)
    }

    @Test("keeps what was committed although something cannot be tidied up")
    func maintenance() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        store.append(Sample.epochs(0..<10), device: Sample.device)
        try await store.flush()
        // A dropped source that a row still points to cannot be deleted.
        try await store.perform { writer in
            try writer.connection.execute(
                """
                CREATE TABLE holder (source INTEGER NOT NULL REFERENCES source(id));
                INSERT INTO source (id, device, state) SELECT 99, id, 2 FROM device;
                INSERT INTO holder VALUES (99);
                """)
            writer.hasDropped = true
        }
        for second in 0..<3 {
            store.append(Sample.rate(second))
            try await store.flush()
        }
        #expect(store.status.isRecording)
        #expect(store.status.unfinished != nil)
        #expect(
            try store.raw(
                of: Sample.device, channel: .heartRate, from: Sample.origin, to: Sample.second(10)
            ).count == 3)
    }
}
