import Foundation
import Signals
import Testing

@testable import Store

@Suite("A lost store")
struct LossTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func account(_ name: String) -> AccountRow {
        AccountRow(
            person: Person.ID(rawValue: 0), name: name, email: "\(name)@example.org", role: "admin", password: "hash",
            issuer: nil, subject: nil, created: Sample.origin)
    }

    /// A store in which Ada can sign in and refuses her heart rate.
    func fill(accounts: Bool = true) async throws {
        let store = try Store(folder: folder.path)
        #expect(store.loss == nil)
        store.append(Sample.epochs(0..<3000), device: Sample.device)
        store.append(Sample.rate(0))
        try await store.flush()
        let ada = try accounts ? store.add(account("ada"), for: nil).person : Person.ID(rawValue: 0)
        try await store.refuse(true, .heartRate, of: ada, at: Sample.origin)
        try await store.flush()
        store.close()
    }

    func change(_ body: (inout Data) throws -> Void) throws {
        let file = URL(fileURLWithPath: folder.database)
        var bytes = try Data(contentsOf: file)
        try body(&bytes)
        try bytes.write(to: file)
    }

    enum Damage: String, CaseIterable { case head, empty, missing, other }

    func harm(_ damage: Damage) async throws {
        switch damage {
        case .head: try change { $0.replaceSubrange(0..<100, with: Data(count: 100)) }
        case .empty: try change { $0 = Data() }
        case .missing: try FileManager.default.removeItem(atPath: folder.database)
        case .other:
            let other = try TemporaryFolder()
            try Store(folder: other.path).close()
            try change { $0 = try Data(contentsOf: URL(fileURLWithPath: other.database)) }
        }
    }

    @Test("is known for one at each start until that was accepted", arguments: Damage.allCases, [true, false])
    func known(_ damage: Damage, hasAccounts: Bool) async throws {
        try await fill(accounts: hasAccounts)
        try await harm(damage)
        for _ in 1...2 {
            let store = try Store(folder: folder.path)
            let loss = try #require(store.loss)
            #expect(loss.hadAccounts == hasAccounts)
            #expect(try store.accounts().isEmpty)
            #expect(StoreExamination(path: folder.path).loss != nil || damage == .other)
            store.close()
        }
        let store = try Store(folder: folder.path)
        if hasAccounts {
            let refused = await #expect(throws: Failure.self) { try await store.acceptLoss() }
            #expect(refused?.code == .conflict)
            #expect(store.loss != nil)
            // Entering somebody accepts nothing yet.
            _ = try store.add(account("eve"), for: nil)
            #expect(store.loss != nil)
        }
        try await store.acceptLoss()
        #expect(store.loss == nil)
        store.close()
        let again = try Store(folder: folder.path)
        #expect(again.loss == nil)
        #expect(again.notices.isEmpty)
    }

    @Test("of a box that an earlier version kept is known by what else stands in the folder")
    func earlier() async throws {
        try await fill()
        try FileManager.default.removeItem(atPath: folder.path + "/store.identity")
        try FileManager.default.removeItem(atPath: folder.database)
        var options = Store.Options()
        options.companions = ["token.key"]
        try Store(folder: folder.path, options: options).close()
        try FileManager.default.removeItem(atPath: folder.database)
        try Data().write(to: URL(fileURLWithPath: folder.path + "/token.key"))
        #expect(try Store(folder: folder.path, options: options).loss != nil)
    }

    @Test("is none where the folder is new, where an earlier version's store is whole, and where nobody was entered")
    func none() async throws {
        let store = try Store(folder: folder.path)
        #expect(store.loss == nil)
        store.close()
        #expect(!folder.files.contains("store.identity"))
        try FileManager.default.removeItem(atPath: folder.database)
        try await fill()
        #expect(folder.files.contains("store.identity"))
        try FileManager.default.removeItem(atPath: folder.path + "/store.identity")
        let upgraded = try Store(folder: folder.path)
        #expect(upgraded.loss == nil)
        #expect(folder.files.contains("store.identity"))
        upgraded.close()
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(try Store(folder: folder.path).loss == nil)
    }

    /// The pages of a table and its indexes.
    func pages(of table: String) throws -> [Int] {
        let connection = try Connection(path: folder.database, access: .reading)
        let rows = try connection.prepare(
            "SELECT rootpage FROM sqlite_schema WHERE tbl_name = '\(table)' AND rootpage > 0")
        var pages: [Int] = []
        while try rows.step() { pages.append(Int(rows.integer(0))) }
        return pages
    }

    func zero(_ page: Int) throws {
        try change { $0.replaceSubrange((page - 1) * 4096..<page * 4096, with: Data(count: 4096)) }
    }

    @Test("saves people and refusals where only measured data are damaged, and is no loss of them")
    func salvageOfAll() async throws {
        try await fill()
        try zero(try #require(try pages(of: "epoch").first))
        let store = try Store(folder: folder.path)
        let failure = #expect(throws: Failure.self) {
            try store.epochs(of: Sample.device, seconds: 30, from: Sample.origin, to: Sample.second(100))
        }
        #expect(failure?.cause is StoreDamaged)
        #expect(store.status.damage != nil)
        store.close()
        let next = try Store(folder: folder.path)
        #expect(next.notices.first?.contains("1 people") == true)
        #expect(try next.accounts().map(\.email) == ["ada@example.org"])
        #expect(try next.refusals().map(\.channel) == [.heartRate])
        #expect(next.loss == nil)
        #expect(try next.epochs(of: Sample.device, seconds: 30, from: Sample.origin, to: Sample.second(100)).isEmpty)
    }

    @Test("saves what can be read where a register is damaged, and is a loss")
    func salvageOfSome() async throws {
        try await fill()
        for page in try pages(of: "stream_refusal") { try zero(page) }
        let store = try Store(folder: folder.path)
        #expect(try store.accounts().map(\.email) == ["ada@example.org"])
        #expect(try store.refusals().isEmpty)
        #expect(store.loss?.hadAccounts == true)
        try await store.acceptLoss()
        #expect(store.loss == nil)
    }

    /// What a crash leaves of the folder: file, log and marker as they are now.
    func crash() throws -> TemporaryFolder {
        let copy = try TemporaryFolder()
        try FileManager.default.createDirectory(atPath: copy.path, withIntermediateDirectories: true)
        for name in folder.files where name.hasPrefix("store.") && !name.hasSuffix("-shm") && name != "store.lock" {
            try FileManager.default.copyItem(atPath: "\(folder.path)/\(name)", toPath: "\(copy.path)/\(name)")
        }
        return copy
    }

    @Test("is known where nobody can sign in and nothing is refused, as who wore what decides whose data are whose")
    func wearingsAlone() async throws {
        let store = try Store(folder: folder.path)
        let ada = try await store.addPerson(named: "ada")
        #expect(!folder.files.contains("store.identity"))
        try await store.correctWearing(of: Sample.device, person: ada.id, from: Sample.origin, to: nil)
        store.close()
        let early = try crash()
        let next = try Store(folder: folder.path)
        try await next.correctWearing(of: Sample.device, person: nil, from: Sample.second(1), to: nil)
        next.close()
        try change { $0 = try Data(contentsOf: URL(fileURLWithPath: early.database)) }
        let found = StoreExamination(path: folder.path).loss
        #expect(found?.contains("who wore what") == true)
        let after = try Store(folder: folder.path)
        #expect(after.loss?.reason == found && after.loss?.hadAccounts == false)
        try await after.acceptLoss()
        after.close()
        #expect(StoreExamination(path: folder.path).loss == nil)
    }

    /// What is in the folder, but for what a reader of the database needs.
    var kept: [String: Data] {
        let names = folder.files.filter { !$0.hasSuffix("-shm") && !$0.hasSuffix("-wal") }
        return Dictionary(
            uniqueKeysWithValues: names.map { name in
                (name, FileManager.default.contents(atPath: "\(folder.path)/\(name)") ?? Data())
            })
    }

    @Test("is seen from outside before the next start where the file is missing, empty or another's, changing nothing")
    func foreseen() async throws {
        #expect(StoreExamination(path: folder.path, companions: ["token.key"]).loss == nil)
        try await fill()
        #expect(StoreExamination(path: folder.path).loss == nil)
        for damage in [Damage.other, .empty, .missing] {
            try await harm(damage)
            let before = kept
            #expect(StoreExamination(path: folder.path).loss != nil, "\(damage)")
            #expect(kept == before)
        }
        try FileManager.default.removeItem(atPath: folder.path + "/store.identity")
        #expect(StoreExamination(path: folder.path).loss == nil)
        try Data().write(to: URL(fileURLWithPath: folder.path + "/token.key"))
        #expect(StoreExamination(path: folder.path, companions: ["token.key"]).loss != nil)
    }

    @Test("is known where an older copy was put in place, and none where the marker is the older one")
    func olderCopy() async throws {
        try await fill()
        let early = try crash()
        let store = try Store(folder: folder.path)
        try await store.refuse(true, .temperature, of: Person.ID(rawValue: 1), at: Sample.second(1))
        store.close()
        let late = try crash()
        // A crash between the commit and the marker: the change is there, and nobody heard that it is done.
        let marker = "/store.identity"
        let written = try String(contentsOfFile: late.path + marker, encoding: .utf8)
        try FileManager.default.removeItem(atPath: late.path + marker)
        try FileManager.default.copyItem(atPath: early.path + marker, toPath: late.path + marker)
        let next = try Store(folder: late.path)
        #expect(next.loss == nil)
        #expect(try String(contentsOfFile: late.path + marker, encoding: .utf8) == written)
        next.close()
        try change { $0 = try Data(contentsOf: URL(fileURLWithPath: early.database)) }
        #expect(try Store(folder: folder.path).loss?.hadAccounts == true)
    }

    @Test("of a box whose last account was removed is told as one without people")
    func lastAccountRemoved() async throws {
        try await fill()
        let store = try Store(folder: folder.path)
        try store.removeAccount(of: try #require(try store.accounts().first).person)
        store.close()
        try FileManager.default.removeItem(atPath: folder.database)
        let after = try Store(folder: folder.path)
        #expect(after.loss?.hadAccounts == false)
        try await after.acceptLoss()
        #expect(after.loss == nil)
    }

    @Test("is none beside a marker of an earlier version, which is completed by the next start")
    func earlierMarker() async throws {
        try await fill()
        let marker = folder.path + "/store.identity"
        let written = try String(contentsOfFile: marker, encoding: .utf8)
        try written.split(separator: "\n").prefix(2).joined(separator: "\n").write(
            toFile: marker, atomically: true, encoding: .utf8)
        #expect(try Store(folder: folder.path).loss == nil)
        #expect(try String(contentsOfFile: marker, encoding: .utf8) == written)
        #expect(written.contains("generation 2"))
    }

    @Test("keeps nothing and says so where the marker cannot be written")
    func markerRefused() async throws {
        try await fill()
        let store = try Store(folder: folder.path)
        try FileManager.default.createDirectory(
            atPath: folder.path + "/store.identity.new", withIntermediateDirectories: false)
        #expect(throws: Failure.self) { try store.add(account("ben"), for: nil) }
        #expect(try store.accounts().count == 1)
        try FileManager.default.removeItem(atPath: folder.path + "/store.identity.new")
        _ = try store.add(account("ben"), for: nil)
        store.close()
        #expect(try Store(folder: folder.path).loss == nil)
    }

    @Test("looks through the file and finds a page that nothing reads")
    func examination() async throws {
        try await fill()
        let store = try Store(folder: folder.path)
        #expect(try store.examine(now: Sample.origin) == nil)
        #expect(store.status.checked == Sample.origin)
        store.close()
        #expect(try StoreExamination(path: folder.path).run() == nil)
        try zero(try #require(try pages(of: "raw_batch").last))
        #expect(try StoreExamination(path: folder.path).run()?.contains("raw_batch") == true)
        let next = try Store(folder: folder.path)
        #expect(try next.examine(now: Sample.origin) != nil)
        #expect(next.status.damage != nil)
        #expect(StoreFolder(path: folder.path).isSuspect)
    }
}
