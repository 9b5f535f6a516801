import Companion
import Documents
import Foundation
import Testing

@testable import API

@Suite("Reading routes")
struct ReadingRoutesTests {
    @Test("keeps a session with its load, and tells of it as it goes")
    func session() async throws {
        let fixture = try GatewayFixture()
        let begun = try await fixture.send("POST", "/api/v1/sessions", #"{"title":"Walden","words":1000}"#)
        let body = try begun.object
        #expect(begun.status == 201 && body["state"] as? String == "running" && body["kind"] as? String == "reading")
        #expect(body.object("assessment").isNull("cognitive_load"))
        let id = try #require(body["id"] as? Int)
        let events = #"{"events":[{"kind":"view","from":0,"to":120},{"kind":"page_turn","words":120}]}"#
        let taken = try await fixture.send("POST", "/api/v1/sessions/\(id)/events", events)
        let accepted = try taken.object["accepted"] as? Int
        #expect(taken.status == 200 && accepted == 2)
        for wrong in [
            #"{"events":[{"kind":"dance"}]}"#, #"{"events":[{"kind":"view","from":3}]}"#,
            #"{"events":[{"kind":"answer"}]}"#, #"{"events":[4]}"#, "{}",
        ] {
            let answer = try await fixture.send("POST", "/api/v1/sessions/\(id)/events", wrong)
            #expect(answer.status == 422, "\(wrong)")
        }
        let one = try await fixture.get("/api/v1/sessions/\(id)")
        #expect(one.objects("loads").count == 1 && one["title"] as? String == "Walden")
        let ended = try await fixture.send("POST", "/api/v1/sessions/\(id)/stop").object
        #expect(ended["end_cause"] as? String == "stopped")
        let late = try await fixture.send("POST", "/api/v1/sessions/\(id)/events", events)
        #expect(late.status == 409)
        #expect(try await fixture.get("/api/v1/sessions?kind=reading").objects("sessions").count == 1)
        #expect(try await fixture.ask("GET", "/api/v1/sessions/99").status == 404)
        #expect(try await fixture.ask("DELETE", "/api/v1/sessions/\(id)").status == 204)
        #expect(try await fixture.ask("GET", "/api/v1/sessions/\(id)").status == 404)
    }

    @Test("breathes, and refuses the next so soon after")
    func breathing() async throws {
        let fixture = try GatewayFixture()
        let begun = try await fixture.send("POST", "/api/v1/breathing", "{}")
        let id = try #require(try begun.object["id"] as? Int)
        let pattern = try begun.object["pattern"] as? String
        #expect(begun.status == 201 && pattern == "4-6")
        let ended = try await fixture.send("POST", "/api/v1/breathing/\(id)/stop").object
        #expect(ended["completed"] as? Bool == false && ended["summary"] is String)
        // It was stopped before a breath was over, and does not count.
        let again = try await fixture.send("POST", "/api/v1/breathing", #"{"seconds":60}"#)
        #expect(again.status == 201)
        #expect(try await fixture.send("POST", "/api/v1/breathing/999/stop").status == 404)
        #expect(try await fixture.send("POST", "/api/v1/breathing", #"{"pattern":"9-1"}"#).status == 422)
        let list = try await fixture.get("/api/v1/breathing")
        #expect(list.objects("exercises").count == 2 && list.objects("exercises")[1]["id"] as? Int == id)
    }

    @Test("finds words of scripts without spaces, and words whatever their accents and case")
    func languages() async throws {
        let fixture = try GatewayFixture()
        for (name, language, text) in [
            ("zh", "zh", "我们明天去北京开会。会议在上午九点开始。"), ("ja", "ja", "明日は東京に行きます。天気がいいです。"),
            ("th", "th", "เด็กไปโรงเรียนทุกวัน"), ("de", "de-AT", "Die Straße ist lang."),
            ("tr", "tr", "İzmir güzel bir şehir."),
            ("el", "EL", "Η οδός είναι μεγάλη."), ("hi", "hi", "किताब मेज पर है।"),
        ] {
            let taken = try await fixture.send(
                "POST", "/api/v1/rag/ingest",
                #"{"document_id":"\#(name)","language":"\#(language)","content":"\#(text)"}"#)
            #expect(taken.status == 200, "\(taken.body)")
        }
        for (query, language, document) in [
            ("北京", nil, "zh"), ("会议什么时候开始？", nil, "zh"), ("東京", "ja", "ja"), ("京", "ja", "ja"),
            ("โรงเรียน", nil, "th"), ("STRASSE", "de", "de"), ("izmir", nil, "tr"), ("ΟΔΟΣ", "el", "el"),
            ("किताब", nil, "hi"),
        ] as [(String, String?, String)] {
            let wanted = language.map { #","language":"\#($0)""# } ?? ""
            let found = try await fixture.send("POST", "/api/v1/rag/query", #"{"query":"\#(query)"\#(wanted)}"#).object
            #expect(found.objects("snippets").first?["document_id"] as? String == document, "\(query)")
        }
        let none = try await fixture.send("POST", "/api/v1/rag/query", #"{"query":"北京","language":"ja"}"#).object
        #expect(none.objects("snippets").allSatisfy { $0["document_id"] as? String == "ja" })
        let absent = try await fixture.send("POST", "/api/v1/rag/query", #"{"query":"上海"}"#).object
        #expect(absent["found"] as? Bool == false)
        for (path, body) in [
            ("rag/ingest", #"{"document_id":"x","content":"a","language":"english"}"#),
            ("rag/query", #"{"query":"a","language":"xx"}"#),
            ("cognitive/adapt-content", #"{"content":"a","current_load":1,"language":"en_US"}"#),
        ] {
            let answer = try await fixture.send("POST", "/api/v1/\(path)", body)
            #expect(answer.status == 422 && answer.body.contains("language"), "\(answer.body)")
        }
    }

    @Test("measures what it returns, and says why a text is not easier and has no readability")
    func measured() async throws {
        let fixture = try GatewayFixture()
        func adapt(_ text: String, _ more: String = "") async throws -> [String: Any] {
            try await fixture.send(
                "POST", "/api/v1/cognitive/adapt-content", #"{"content":"\#(text)","current_load":0.9\#(more)}"#
            ).object
        }
        let long =
            "The council approved the plan on Tuesday, and the work will commence in March, but nobody knows when the wall "
            + "will be finished, and the owners of the houses are able to do nothing in order to protect them."
        let easier = try await adapt(long)
        let (before, after) = (easier["difficulty_before"] as? Double ?? 0, easier["difficulty_after"] as? Double ?? 1)
        #expect(after < before && easier.isNull("not_easier_because") && easier["language"] as? String == "en")
        let body = try #require(easier["adapted_content"] as? String)
        #expect(
            body.hasPrefix("The council approved the plan on Tuesday. And the work will start in March. But nobody"))
        let returned = try await adapt(body.components(separatedBy: "\n\n")[0], #","target_load":0.9"#)
        #expect(abs((returned["difficulty_before"] as? Double ?? 0) - after) < 1e-9)
        #expect(!returned.isNull("not_easier_because"))
        let chinese = try await adapt("我们今天去公园。天气很好。")
        #expect(chinese.isNull("readability_before") && chinese.isNull("readability_after"))
        #expect((chinese["readability_reason"] as? String)?.contains("Chinese") == true)
        #expect((chinese["not_easier_because"] as? String)?.contains("Chinese") == true)
        let told = try await adapt("Casa grande.", #","language":"it""#)
        #expect((told["readability_before"] as? [String: Any])?["gulpease"] != nil)
    }

    @Test("answers questions from its own texts only, and says when there is nothing")
    func texts() async throws {
        let fixture = try GatewayFixture()
        let nothing = try await fixture.send("POST", "/api/v1/rag/query", #"{"query":"whales"}"#).object
        #expect(
            nothing["found"] as? Bool == false && (nothing["answer"] as? String)?.hasPrefix("Nothing found") == true)
        for (name, text) in [
            ("sea", "The whale is a mammal. It breathes air."), ("law", "A contract binds two parties."),
        ] {
            let taken = try await fixture.send(
                "POST", "/api/v1/rag/ingest",
                #"{"document_id":"\#(name)","title":"About \#(name)","language":"en","content":"\#(text)"}"#)
            #expect(taken.status == 200, "\(taken.body)")
        }
        let found = try await fixture.send("POST", "/api/v1/rag/query", #"{"query":"What do whales breathe?"}"#).object
        let snippets = found.objects("snippets")
        #expect(snippets.count == 1 && snippets[0]["source"] as? String == "About sea")
        #expect((found["answer"] as? String)?.contains("The whale is a mammal.") == true)
        for query in [#"\"whale\" NEAR("#, "* OR text:", "AND", "'; DROP TABLE passage; --"] {
            let answer = try await fixture.send("POST", "/api/v1/rag/query", #"{"query":"\#(query)"}"#)
            #expect(answer.status == 200, "\(query)")
        }
        // "en" is not "en-GB" for sure, but may be; it is no French.
        let asked = { (tag: String) in
            try await fixture.send("POST", "/api/v1/rag/query", #"{"query":"whale","language":"\#(tag)"}"#).object
        }
        #expect(try await asked("en-GB")["found"] as? Bool == true)
        #expect((try await asked("fr")["answer"] as? String)?.contains("in the language fr") == true)
        #expect(try await fixture.ask("DELETE", "/api/v1/rag/documents/sea").status == 204)
        #expect(try await fixture.ask("DELETE", "/api/v1/rag/documents/sea").status == 404)
        let gone = try await fixture.send("POST", "/api/v1/rag/query", #"{"query":"whale"}"#).object
        #expect(gone["found"] as? Bool == false)
    }

    @Test("scores passages from 0 to 1 by the words they have, with one text, with two and with many")
    func scores() async throws {
        let fixture = try GatewayFixture()
        func take(_ name: String, _ text: String) async throws {
            let body = #"{"document_id":"\#(name)","content":"\#(text)"}"#
            #expect(try await fixture.send("POST", "/api/v1/rag/ingest", body).status == 200)
        }
        func ask(_ query: String) async throws -> [(source: String, score: Double)] {
            try await fixture.send("POST", "/api/v1/rag/query", #"{"query":"\#(query)","top_k":20}"#).object.objects(
                "snippets"
            ).map { ($0["document_id"] as? String ?? "", $0["score"] as? Double ?? -1) }
        }
        try await take("sea", "The whale is a mammal. It breathes air.")
        #expect(try await ask("whale mammal").map(\.score) == [1])
        #expect(try await ask("whale contract").map(\.score) == [0.5])
        try await take("law", "A contract of a mammal binds two parties.")
        #expect(try await ask("whale mammal").map(\.source) == ["sea", "law"])
        let two = try await ask("whale mammal").map(\.score)
        #expect(two[0] == 1 && two[1] > 0 && two[1] < 0.5)
        for number in 0..<30 { try await take("more-\(number)", "A mammal is number \(number) here.") }
        let many = try await ask("whale mammal")
        #expect(many.count == 20 && many[0].source == "sea" && many[0].score == 1)
        // The word that all have says little.
        #expect(many.dropFirst().allSatisfy { $0.score > 0 && $0.score < 0.02 })
        #expect(try await ask("contract").map(\.score) == [1])
    }

    @Test("takes breathing patterns with parts of seconds, as its description says")
    func fractions() async throws {
        let regex = try Regex(BreathingRequest.writtenPattern)
        for text in ["4-6", "4.5-5.5", "2.25-6.125", "2-13"] {
            #expect(BreathingPattern(text) != nil && text.wholeMatch(of: regex) != nil, "\(text)")
        }
        for text in ["4e0-6", "0x4-6", "+4-6", "4-6-2", "4.-6", "4.0001-6", "4 - 6", ""] {
            #expect(BreathingPattern(text) == nil && text.wholeMatch(of: regex) == nil, "\(text)")
        }
        let fixture = try GatewayFixture()
        let begun = try await fixture.send("POST", "/api/v1/breathing", #"{"pattern":"4.5-5.5"}"#)
        #expect(begun.status == 201)
        #expect(try begun.object["pattern"] as? String == "4.5-5.5")
    }

    @Test("weighs words by how rare they are in the language that is asked for, whatever other texts there are")
    func language() async throws {
        let fixture = try GatewayFixture()
        func take(_ name: String, _ language: String, _ text: String) async throws {
            let body = #"{"document_id":"\#(name)","language":"\#(language)","content":"\#(text)"}"#
            #expect(try await fixture.send("POST", "/api/v1/rag/ingest", body).status == 200)
        }
        func scores() async throws -> [Double] {
            try await fixture.send("POST", "/api/v1/rag/query", #"{"query":"whale mammal","language":"en","top_k":20}"#)
                .object.objects("snippets").compactMap { $0["score"] as? Double }
        }
        try await take("sea", "en", "The whale is a mammal.")
        for number in 0..<5 { try await take("more-\(number)", "en", "A mammal is number \(number).") }
        let alone = try await scores()
        #expect(alone.count == 6 && alone[0] == 1)
        for number in 0..<30 { try await take("fremd-\(number)", "de", "Nichts davon steht in Text \(number).") }
        #expect(try await scores() == alone)
    }

    @Test("assesses by a baseline that was said, until it is forgotten")
    func baseline() async throws {
        let fixture = try GatewayFixture()
        let said = try await fixture.send(
            "PUT", "/api/v1/cognitive/baseline",
            #"{"reading_speed":200,"error_rate":0.05,"pause_frequency":2,"heart_rate_variability":60}"#
        ).object
        #expect(said["in_force"] as? Bool == true && said["heart_rate_variability_in_force"] as? Bool == true)
        let question = #"{"reading_speed":250,"error_rate":0,"pause_frequency":0,"heart_rate_variability":60}"#
        var answer = try await fixture.send("POST", "/api/v1/cognitive/assess-load", question).object
        #expect(answer["cognitive_load"] as? Double == 0.075)
        #expect(try await fixture.ask("DELETE", "/api/v1/cognitive/baseline").status == 204)
        answer = try await fixture.send("POST", "/api/v1/cognitive/assess-load", question).object
        #expect(answer["cognitive_load"] as? Double == 0.26)
    }
}
