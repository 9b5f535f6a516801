import Foundation
import Runtime
import Signals
import Store
import Testing

@Suite("A store in memory")
struct MemoryStoreTests {
    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    @Test("is its owner's alone, and gone with its last holder")
    func gone() async throws {
        var store: Store? = try Store(on: MemoryFolder())
        let path = try #require(store).path
        #expect(store?.medium.isEphemeral == true && MemoryFolder.isInMemory(path))
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o700)
        store?.append(Sample.beats(0..<3), device: Sample.device)
        try await store?.flush()
        #expect(exists(path + "/store.sqlite"))
        store = nil
        #expect(!exists(path))
    }

    @Test("removes what processes that are gone have left, and nothing of one that runs or of anybody else")
    func swept() throws {
        let base = try MemoryFolder()
        let living = try MemoryFolder(bases: [base.path])
        for name in ["nightjar-ephemeral-abcdef/incoming", "nightjar-other"] {
            try FileManager.default.createDirectory(
                atPath: "\(base.path)/\(name)", withIntermediateDirectories: true)
        }
        try FileManager.default.createSymbolicLink(
            atPath: "\(base.path)/nightjar-ephemeral-ghijkl", withDestinationPath: "\(base.path)/nightjar-other")
        let next = try MemoryFolder(bases: [base.path])
        #expect(!exists("\(base.path)/nightjar-ephemeral-abcdef"))
        #expect(exists(living.path) && exists(next.path) && exists("\(base.path)/nightjar-other"))
    }

    @Test("is made in memory or not at all")
    func nowhere() {
        let failure = #expect(throws: Failure.self) { try MemoryFolder(bases: ["/proc", "/nowhere"]) }
        #expect(failure?.message.contains("no folder in memory") == true)
    }

    @Test("refuses what is more than its limit as a full disk does, says so, and goes on being read")
    func full() async throws {
        let folder = try MemoryFolder(limit: 2_000_000)
        let store = try Store(on: folder)
        store.append(try Sample.motion(0))
        try await store.flush()
        let failure = await #expect(throws: Failure.self) {
            for second in 1..<10_000 {
                store.append(try Sample.motion(second))
                if second.isMultiple(of: 200) { try await store.flush() }
            }
        }
        #expect(failure?.message.contains("--memory-limit") == true)
        #expect(!store.status.isRecording && store.status.problem?.contains("--memory-limit") == true)
        #expect(
            try store.raw(of: Sample.device, channel: .acceleration, from: Sample.origin, to: Sample.second(1)).map(
                \.bits)
                == [Sample.motion(0).bits])
        let size = try FileManager.default.attributesOfItem(atPath: folder.path + "/store.sqlite")[.size] as? Int
        #expect(try #require(size) <= 2_000_000)
        let left = try #require(folder.freeBytes)
        #expect(left < 1_000_000)
    }

    @Test("counts files without a name, which archives are unpacked to, as long as they are open")
    func nameless() throws {
        let folder = try MemoryFolder(limit: 8 << 20)
        let free = try #require(folder.freeBytes)
        let path = folder.path + "/spool"
        let descriptor = open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
        #expect(unlink(path) == 0 && ftruncate(descriptor, 3 << 20) == 0)
        #expect(posix_fallocate(descriptor, 0, 3 << 20) == 0)
        #expect(folder.freeBytes == free - 3 << 20)
        close(descriptor)
        #expect(folder.freeBytes == free)
    }

    @Test("has at least the least as its limit, however small the machine")
    func least() throws {
        let memory = Int64(sysconf(Int32(_SC_PHYS_PAGES))) * Int64(sysconf(Int32(_SC_PAGESIZE)))
        let base = try MemoryFolder()
        guard let free = MemoryFolder.freeBytes(at: base.path), free > memory / 4 + 1 << 20 else { return }
        let least = memory / 4 + 1 << 20
        #expect(try MemoryFolder(least: least, bases: [base.path]).limit == least)
    }

    @Test("has room again for everything once something was deleted")
    func deleted() async throws {
        let folder = try MemoryFolder(limit: 64 << 20)
        let store = try Store(on: folder)
        var generator = SeededGenerator(1)
        let bytes = (0..<1 << 19).flatMap { _ in withUnsafeBytes(of: generator.next(), Array.init) }
        let file = ImportFile(name: "1.cwa", size: bytes.count, sha256: SHA256.digest(of: bytes), format: "cwa")
        guard case .begun(let work) = try store.beginImport(file) else { throw CancellationError() }
        for start in stride(from: 0, to: bytes.count, by: 1 << 18) {
            try work.append(bytes: Array(bytes[start..<start + 1 << 18]))
        }
        try work.finish(
            summary: Array("{}".utf8), device: Sample.device, first: Sample.second(0), last: Sample.second(1))
        let full = try #require(folder.freeBytes)
        try await store.remove(work.id)
        // Little by little, as time is left.
        for _ in 0..<500 where folder.freeBytes ?? 0 <= full + 2 << 20 {
            try await store.flush()
            try await Task.sleep(for: .milliseconds(20))
        }
        #expect(try #require(folder.freeBytes) > full + 2 << 20)
    }
}
