import Foundation
import Signals
import Testing

@testable import Store

@Suite("Backups")
struct BackupTests {
    let folder: TemporaryFolder
    let place: TemporaryFolder

    init() throws { (folder, place) = (try TemporaryFolder(), try TemporaryFolder()) }

    /// A store with every kind of row, which goes on.
    func filled() async throws -> Store {
        let store = try Store(folder: folder.path)
        for second in 0..<120 { store.append(try Sample.motion(second)) }
        store.append(Sample.beats(0..<500), device: Sample.device)
        store.append(Sample.epochs(0..<500), device: Sample.device)
        try await store.flush()
        return store
    }

    @Test("made while data stream in hold what was on the disk, and can be brought back elsewhere")
    func streaming() async throws {
        let store = try await filled()
        let backups = BackupFolder(place.path)
        let streaming = Task {
            var second = 500
            while !Task.isCancelled {
                store.append(Sample.beats(second..<second + 50), device: Sample.device)
                try await store.flush()
                second += 50
            }
        }
        var made: [Backup] = []
        for number in 0..<3 {
            made.append(try Backup.make(of: folder.path, in: backups, at: Sample.second(number)))
            try await store.flush()
        }
        streaming.cancel()
        _ = try? await streaming.value
        #expect(backups.names.count == 3 && backups.newest(at: .now) == made.last?.path)
        #expect(backups.newestTime(at: .now) == Sample.second(2))
        let elsewhere = try TemporaryFolder()
        #expect(try Restoring(try Backup(at: place.path), to: elsewhere.path).run(replaces: false, at: .now) == nil)
        let restored = try Store(folder: elsewhere.path)
        let range = (Instant(nanoseconds: .min), Instant(nanoseconds: .max))
        let (all, kept) = (
            try store.beats(of: Sample.device, from: range.0, to: range.1),
            try restored.beats(of: Sample.device, from: range.0, to: range.1)
        )
        #expect(kept.count >= 500 && Array(all.prefix(kept.count)) == kept)
        let raw = try restored.raw(of: Sample.device, channel: .acceleration, from: range.0, to: range.1)
        #expect(
            raw.map(\.bits)
                == (try store.raw(of: Sample.device, channel: .acceleration, from: range.0, to: range.1)).map(\.bits))
        #expect(restored.notices.isEmpty && restored.loss == nil)
    }

    @Test("with one changed bit anywhere are found out, and the file is named", arguments: UInt64(1)...3)
    func bits(seed: UInt64) async throws {
        try await filled().close()
        let backup = try Backup.make(of: folder.path, in: BackupFolder(place.path), at: Sample.origin)
        #expect(try backup.check().isSound)
        var generator = SeededGenerator(seed)
        for name in ["store.sqlite", "backup.json", "SHA256SUMS"] {
            let file = URL(fileURLWithPath: "\(backup.path)/\(name)")
            let whole = try Data(contentsOf: file)
            for _ in 0..<30 {
                var bytes = whole
                bytes[Int.random(in: 0..<bytes.count, using: &generator)] ^=
                    1 << UInt8.random(in: 0..<8, using: &generator)
                try bytes.write(to: file)
                let report = try backup.check()
                #expect(!report.isSound, "seed \(seed)")
                if name == "store.sqlite" { #expect(report.faults.map(\.place) == [name]) }
                #expect(throws: (any Error).self) {
                    try Restoring(backup, to: place.path + "/never").run(replaces: true, at: .now)
                }
            }
            try whole.write(to: file)
        }
        #expect(!FileManager.default.fileExists(atPath: place.path + "/never"))
        #expect(try backup.check().isSound)
    }

    @Test("are removed from the oldest on, and never the last")
    func keeping() async throws {
        try await filled().close()
        let backups = BackupFolder(place.path)
        for number in 0..<3 { _ = try Backup.make(of: folder.path, in: backups, at: Sample.second(number / 2)) }
        #expect(backups.names.count == 3)
        let last = try Backup.make(of: folder.path, in: backups, at: Sample.second(5))
        #expect(backups.removeAll(but: 2, after: last).count == 2 && backups.names.count == 2)
        #expect(backups.removeAll(but: 0, after: last).count == 1 && backups.names.count == 1)
        #expect(try Backup(at: place.path).check().isSound)
    }

    @Test("that were named before the clock was set back go before the one that was just made")
    func setBack() async throws {
        try await filled().close()
        let backups = BackupFolder(place.path)
        for day in 1...3 { _ = try Backup.make(of: folder.path, in: backups, at: Sample.second(86_400 * day)) }
        let made = try Backup.make(of: folder.path, in: backups, at: Sample.origin)
        #expect(
            backups.newest(at: Sample.second(1)) == made.path
                && backups.newestTime(at: Sample.second(1)) == Sample.origin)
        #expect(backups.removeAll(but: 2, after: made).count == 2)
        #expect(backups.names.contains { "\(place.path)/\($0)" == made.path } && backups.names.count == 2)
    }

    @Test("put aside what waits for watches, as somebody else may have its person's number in them")
    func relaysAside() async throws {
        try await filled().close()
        let backup = try Backup.make(of: folder.path, in: BackupFolder(place.path), at: Sample.origin)
        for name in ["relay", "relay-2", "incoming"] {
            try FileManager.default.createDirectory(
                atPath: "\(folder.path)/\(name)", withIntermediateDirectories: false)
        }
        let aside = try #require(try Restoring(backup, to: folder.path).run(replaces: true, at: Sample.origin))
        for name in ["relay", "relay-2", "incoming"] {
            #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/\(name)"))
            #expect(FileManager.default.fileExists(atPath: "\(folder.path)/\(aside)/\(name)"))
        }
    }

    @Test("are made by one at a time, and what broke off is removed by the next")
    func leftovers() async throws {
        try await filled().close()
        let backups = BackupFolder(place.path)
        let lock = try backups.hold()
        let refused = #expect(throws: Failure.self) {
            try Backup.make(of: folder.path, in: backups, at: Sample.origin)
        }
        #expect(refused?.code == .conflict)
        lock.release()
        let part = backups.part("nightjar-20200101T000000Z")
        try FileManager.default.createDirectory(atPath: part, withIntermediateDirectories: false)
        try Data([1]).write(to: URL(fileURLWithPath: part + "/store.sqlite"))
        #expect(backups.newest(at: .now) == nil)
        _ = try Backup.make(of: folder.path, in: backups, at: Sample.origin)
        #expect(!FileManager.default.fileExists(atPath: part))
    }
}
