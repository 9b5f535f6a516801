import Foundation
import Runtime
import Signals
import Testing

@testable import Store

@Suite("Imports")
struct ImportTests {
    static let bytes: [UInt8] = {
        var generator = SeededGenerator(5)
        return (0..<(5 << 19) + 77).map { $0 % 3 == 0 ? UInt8.random(in: 0...255, using: &generator) : 7 }
    }()

    static func file(_ bytes: [UInt8], name: String = "night.cwa") -> ImportFile {
        return ImportFile(name: name, size: bytes.count, sha256: SHA256.digest(of: bytes), format: "cwa")
    }

    static func begin(_ store: Store, _ file: ImportFile) throws -> RecordingImport {
        guard case .begun(let work) = try store.beginImport(file) else { throw CancellationError() }
        return work
    }

    /// Imports ``bytes`` with two minutes of samples, epochs and the rest.
    static func fill(_ work: RecordingImport, _ bytes: [UInt8] = bytes) throws {
        for start in stride(from: 0, to: bytes.count, by: 700_001) {
            try work.append(bytes: Array(bytes[start..<min(start + 700_001, bytes.count)]))
        }
        for second in 0..<120 { try work.append(try Sample.motion(second)) }
        try work.append(Sample.epochs(0..<4), device: Sample.device)
        try work.append(Sample.beats(0..<9), device: Sample.device)
        try work.append([Loss(.checksum, count: 1, unit: .blocks, detail: "sector 3")], device: Sample.device)
    }

    @Test("shows nothing of an import before its end, and all of it then")
    func atomic() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let work = try Self.begin(store, Self.file(Self.bytes))
        try Self.fill(work)
        try await store.flush()
        let (from, to) = (Sample.origin, Sample.second(120))
        #expect(try store.epochs(of: Sample.device, seconds: 30, from: from, to: to).isEmpty)
        #expect(try store.recordings().map(\.state) == [.importing])
        #expect(throws: Failure.self) { try store.forEachChunk(of: work.id) { _ in } }
        try work.finish(
            summary: Array("{}".utf8), device: Sample.device, first: from, last: Sample.second(119))
        #expect(try store.epochs(of: Sample.device, seconds: 30, from: from, to: to) == Sample.epochs(0..<4))
        #expect(try store.beats(of: Sample.device, from: from, to: to) == Sample.beats(0..<9))
        #expect(try store.losses(of: Sample.device, from: from, to: .now).map(\.detail) == ["sector 3"])
        let recording = try #require(try store.recording(work.id))
        #expect(recording.state == .complete)
        #expect(recording.device == Sample.device)
        #expect(recording.firstSample == from)
        #expect(recording.summary == Array("{}".utf8))
        var kept: [UInt8] = []
        try store.forEachChunk(of: work.id) { kept += $0 }
        #expect(kept == Self.bytes)
        let raw = try store.raw(of: Sample.device, channel: .acceleration, from: from, to: to, recording: work.id)
        #expect(raw.map(\.bits) == (try (0..<120).map { try Sample.motion($0).bits }))
        #expect(try store.raw(of: Sample.device, channel: .acceleration, from: from, to: to).isEmpty)
    }

    @Test("keeps the same bytes once, under whatever name they come")
    func once() throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let work = try Self.begin(store, Self.file(Self.bytes))
        try Self.fill(work)
        #expect(throws: Failure.self) { try store.beginImport(Self.file(Self.bytes)) }
        try work.finish(device: Sample.device)
        guard case .known(let recording) = try store.beginImport(Self.file(Self.bytes, name: "copy.cwa")) else {
            Issue.record("the same bytes were imported again")
            return
        }
        #expect(recording.id == work.id)
        #expect(try store.recordings().count == 1)
    }

    @Test("undoes an import that is cancelled, fails or is let go of, and takes the file again", arguments: [0, 1, 2])
    func undone(way: Int) async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        var work: RecordingImport? = try Self.begin(store, Self.file(Self.bytes))
        if let work { try Self.fill(work) }
        switch way {
        case 0: work?.cancel()
        case 1: work?.fail("sector 9 is no sector")
        default: break
        }
        work = nil
        try await store.flush()
        #expect(try store.recordings().first?.state == (way == 0 ? .cancelled : .failed))
        if way == 1 { #expect(try store.recordings().first?.reason == "sector 9 is no sector") }
        let again = try Self.begin(store, Self.file(Self.bytes))
        try Self.fill(again)
        try again.finish(device: Sample.device)
        try await Self.tidied(store)
        #expect(try store.recordings().map(\.state) == [.complete])
        #expect(
            try store.epochs(of: Sample.device, seconds: 30, from: Sample.origin, to: Sample.second(120)).count == 4)
        try await store.remove(again.id)
        try await Self.tidied(store)
        #expect(try store.recordings().isEmpty)
        for table in ["epoch", "beat", "loss", "raw_block", "stream", "source", "recording_chunk", "recording"] {
            #expect(try store.readers.read { try $0.integer("SELECT count(*) FROM \(table)") } == 0, "\(table)")
        }
    }

    @Test("refuses to finish with other bytes than were announced")
    func otherBytes() throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let work = try Self.begin(store, Self.file(Self.bytes))
        try work.append(bytes: Self.bytes.dropLast() + [0])
        #expect(throws: Failure.self) { try work.finish() }
        #expect(throws: Failure.self) { try work.finish() }
    }

    @Test("fills in what a recording lacks from the live link, and doubles nothing")
    func merged() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let heart = (2..<6).map {
            Epoch(start: Sample.second($0 * 30), seconds: 30, heart: .init(beats: 31, rate: 62))
        }
        store.append(heart, device: Sample.device)
        let work = try Self.begin(store, Self.file(Self.bytes))
        try Self.fill(work)
        try work.finish(device: Sample.device)
        try await store.flush()
        let found = try store.epochs(of: Sample.device, seconds: 30, from: Sample.origin, to: Sample.second(999))
        #expect(found.map(\.start) == (0..<6).map { Sample.second($0 * 30) })
        #expect(found.map { $0.motion?.samples } == [1500, 1500, 1500, 1500, nil, nil])
        // Epoch 3 of the recording has no heart of its own.
        #expect(found.map { $0.heart?.rate } == [nil, 60.5, 60.5, 62, 62, 62])
    }

    /// Waits until nothing is left to delete.
    static func tidied(_ store: Store) async throws {
        for _ in 0..<500 {
            let left = try store.readers.read {
                try $0.integer(
                    """
                    SELECT (SELECT count(*) FROM source WHERE state = 2)
                        + (SELECT count(*) FROM recording WHERE state = 'superseded')
                    """)
            }
            if left == 0 { return }
            try await Task.sleep(for: .milliseconds(10))
        }
    }
}
