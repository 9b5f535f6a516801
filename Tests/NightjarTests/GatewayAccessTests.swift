import Documents
import Foundation
import Glibc
import Runtime
import Signals
import Store
import TestKit
import Testing

@testable import nightjar

@Suite("A gateway for one command")
struct GatewayAccessTests {
    private func health(_ folder: String, patience: Double = 10) async throws -> String {
        try await GatewayAccess.run(folder: folder, isNew: true, patience: patience) { client in
            try await client.ask(.health).status.rawValue
        }
    }

    @Test("starts one where none runs, past what a killed one has left")
    func stale() async throws {
        let folder = try TemporaryFolder()
        for name in ["gateway.sock", "command.sock"] {
            close(try UnixSocket.listen("\(folder.path)/\(name)").take())
        }
        #expect(try await health(folder.path) == "ok")
        #expect(try await health(folder.path) == "ok")
    }

    @Test("waits for another command, and works when that is done")
    func waits() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path
        let both = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<2 { group.addTask { (try? await health(path)) == "ok" } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(both == [true, true])
    }

    @Test("names the process that has the store when it stays busy")
    func busy() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let failure = try await #require(throws: Failure.self) { try await health(folder.path, patience: 0.3) }
        #expect(failure.code == .failed && failure.message.contains("process \(getpid())"))
        store.close()
    }

    @Test("says that there is no store yet, as something that was not found")
    func none() async throws {
        let folder = try TemporaryFolder()
        let failure = try await #require(throws: Failure.self) {
            try await GatewayAccess.run(folder: folder.path, isNew: false) { _ in }
        }
        #expect(failure.code == .notFound)
    }

    @Test("imports a file once, and refuses a folder as a file")
    func importing() async throws {
        let folder = try TemporaryFolder()
        var writer = CWAWriter(keepsTruth: false)
        writer.append(sectors: 300)
        let path = "\(folder.path)/arm.cwa"
        try Data(writer.bytes).write(to: URL(fileURLWithPath: path))
        let states = try await GatewayAccess.run(folder: folder.path, isNew: true) { client in
            let importing = Importing(client: client, zone: .utc)
            return [try await importing.bring(path).state, try await importing.bring(path).state]
        }
        #expect(states == [.complete, .duplicate])
        let failure = #expect(throws: Failure.self) { try FileUpload(path: folder.path) }
        #expect(failure?.code == .usage)
    }

    @Test("breaks an upload off when the command is stopped, and nothing stays")
    func stopped() async throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/long.cwa"
        #expect(FileManager.default.createFile(atPath: path, contents: nil))
        // Sparse: long on its way, short on the disk.
        #expect(truncate(path, 8 << 30) == 0)
        let place = folder.path
        let task = Task {
            try await GatewayAccess.run(folder: place, isNew: true) { client in
                try await Importing(client: client, zone: .utc).bring(path)
            }
        }
        while ((try? FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/incoming")) ?? []).isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let store = try await opened(folder.path)
        #expect(try store.recordings().isEmpty)
    }

    /// Opens a store as soon as the request that was broken off has let go of it: a command would have ended by then.
    private func opened(_ folder: String) async throws -> Store {
        for _ in 0..<100 {
            if let store = try? Store(folder: folder) { return store }
            try await Task.sleep(for: .milliseconds(50))
        }
        return try Store(folder: folder)
    }
}
