import Signals
import Testing

@testable import Store

@Suite("Tables of somebody's data")
struct PersonalTablesTests {
    /// Whose rows go by another rule: files, and with them what they hold, and what is left to do of an erasing.
    private static let others: Set = ["recording", "erasing"]

    @Test("are all taken home and erased: each with a column of its person is on the list")
    func complete() throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let found: Set<String> = try store.readers.read { connection in
            let rows = try connection.prepare(
                """
                SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c
                WHERE t.type = 'table' AND c.name = 'person'
                """)
            var names: Set<String> = []
            while try rows.step() { names.insert(rows.text(0)) }
            return names
        }
        #expect(found.contains("activity_analysis"))
        #expect(found.subtracting(Self.others) == Set(PersonalTables.names + PersonalTables.registry))
    }

    @Test("hold an analysis of activity: kept through a restart, gone with its person, the oldest beyond 2000 first")
    func analyses() async throws {
        let folder = try TemporaryFolder()
        let analysis = { (id: String, person: Person, second: Int) in
            ActivityAnalysis(
                id: id, person: person.id.rawValue, made: Sample.second(second), status: "completed",
                body: Array("{}".utf8))
        }
        let ada: Person
        let ben: Person
        do {
            let store = try Store(folder: folder.path)
            (ada, ben) = (try await store.addPerson(named: "Ada"), try await store.addPerson(named: "Ben"))
            try await store.keep(analysis("b", ben, 0))
            for index in 0...Store.activityAnalysisLimit { try await store.keep(analysis("a\(index)", ada, index)) }
            store.close()
        }
        let store = try Store(folder: folder.path)
        #expect(try store.activityAnalysis("a0", of: ada.id.rawValue) == nil)
        #expect(try store.activityAnalysis("a1", of: ada.id.rawValue) == analysis("a1", ada, 1))
        #expect(try store.activityAnalysis("a1", of: ben.id.rawValue) == nil)
        let counts = try store.erase(Erasure(person: ada.id, worn: [], recordings: []))
        #expect(counts["activity_analysis"] == Store.activityAnalysisLimit)
        #expect(try store.activityAnalysis("a1", of: ada.id.rawValue) == nil)
        #expect(try store.activityAnalysis("b", of: ben.id.rawValue) != nil)
    }

    @Test("go with the first person where nobody signs in, and with nobody else")
    func unsigned() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let (ada, ben) = (try await store.addPerson(named: "Ada"), try await store.addPerson(named: "Ben"))
        for person in [0, ben.id.rawValue] {
            try await store.keep(
                StoredInsight(id: "a", day: nil, language: "en", made: Sample.origin, body: Array("{}".utf8)),
                of: person)
        }
        var lines = 0
        try store.forEachTable(of: ada.id, hasUnsigned: true) { table, _ in lines += table == "insight" ? 1 : 0 }
        #expect(lines == 1)
        _ = try store.erase(Erasure(person: ada.id, worn: [], recordings: [], takesUnsigned: true))
        #expect(try store.insight("a", of: 0) == nil && store.insight("a", of: ben.id.rawValue) != nil)
    }

    @Test("hold one metric of an id, and nothing of an upload that brings another")
    func metrics() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        func keep(_ id: String, _ body: String) async throws {
            let upload = HealthUpload(
                id: id, person: 0, kind: .metrics, source: nil, syncToken: nil, received: Sample.origin, total: 1)
            let metrics = ["\(id)-own", "m"].map { name in
                HealthMetric(
                    id: name, upload: id, type: "heart_rate", device: nil, source: "", time: Sample.origin,
                    body: Array(body.utf8))
            }
            try await store.keep(metrics, of: upload)
        }
        try await keep("a", "1")
        try await keep("b", "1")
        let refused = await #expect(throws: Failure.self) { try await keep("c", "2") }
        #expect(refused?.code == .conflict)
        let (upload, metric) = (
            try store.healthUpload("c", of: 0, kind: .metrics), try store.healthMetric("c-own", of: 0)
        )
        #expect(upload == nil && metric == nil)
        #expect(try store.healthMetric("m", of: 0)?.upload == "a")
    }
}
