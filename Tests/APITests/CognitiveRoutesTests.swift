import Documents
import Foundation
import Testing

@Suite("Cognitive routes")
struct CognitiveRoutesTests {
    @Test("assesses the load as the contract says, with and without what may be left out")
    func assess() async throws {
        let fixture = try GatewayFixture()
        let full =
            #"{"user_id":"u","reading_speed":180,"error_rate":0.05,"pause_frequency":5,"#
            + #""heart_rate_variability":45,"content_difficulty":{"lexical":0.5,"syntactic":0.5,"concept":0.5,"cultural":0.5}}"#
        let answer = try await fixture.send("POST", "/api/v1/cognitive/assess-load", full)
        let body = try answer.object
        #expect(
            answer.status == 200 && body["cognitive_load"] as? Double == 0.495 && body["state"] as? String == "optimal")
        #expect(
            body.names == [
                "cognitive_load", "state", "recommendations", "timestamp", "basis", "confidence", "method", "factors",
            ])
        let seed = #"{"user_id":"u","reading_speed":180,"error_rate":0.05,"pause_frequency":5}"#
        for _ in 0..<3 {
            let body = try await fixture.send("POST", "/api/v1/cognitive/assess-load", seed).object
            #expect(body["cognitive_load"] as? Double == 0.4875)
            #expect((body["basis"] as? [String])?.contains { $0.contains("content_difficulty: not given") } == true)
        }
        #expect((body["timestamp"] as? String)?.hasSuffix("Z") == true)
    }

    @Test("says what was given and is not used, and counts no part of the difficulty as known that nobody gave")
    func basis() async throws {
        let fixture = try GatewayFixture()
        func ask(_ more: String) async throws -> (basis: String, confidence: Double, load: Double) {
            let body =
                #"{"reading_speed":180,"error_rate":0.05,"pause_frequency":5,"heart_rate_variability":45\#(more)}"#
            let answer = try await fixture.send("POST", "/api/v1/cognitive/assess-load", body).object
            return (
                (answer["basis"] as? [String] ?? []).joined(separator: "\n"), answer["confidence"] as? Double ?? -1,
                answer["cognitive_load"] as? Double ?? -1
            )
        }
        let bare = try await ask("")
        #expect(!bare.basis.contains("session_duration"))
        let long = try await ask(#","session_duration":90"#)
        #expect(long.basis.contains("session_duration: not used") && long.load == bare.load)
        for empty in [#","content_difficulty":{}"#, #","content_difficulty":{"lexical":null}"#] {
            let answer = try await ask(empty)
            #expect(answer.confidence == bare.confidence && answer.basis.contains("content_difficulty: not given"))
        }
        let part = try await ask(#","content_difficulty":{"lexical":0.9,"cultural":0.5}"#)
        #expect(part.basis.contains("content_difficulty: without syntactic, concept, taken for 0.5"))
        #expect(abs(part.confidence - bare.confidence - 0.15 * 0.5) < 1e-9)
    }

    @Test("names each field that is wrong")
    func validation() async throws {
        let fixture = try GatewayFixture()
        let wrong = #"{"reading_speed":-1,"error_rate":1.5,"content_difficulty":{"lexical":2}}"#
        let answer = try await fixture.send("POST", "/api/v1/cognitive/assess-load", wrong)
        #expect(answer.status == 422 && answer.type == "application/problem+json")
        for field in ["reading_speed", "error_rate", "pause_frequency", "content_difficulty.lexical"] {
            #expect(answer.body.contains(field), "\(field)")
        }
        for (path, body) in [
            ("cognitive/assess-load", "[]"), ("cognitive/assess-load", ""), ("cognitive/adaptive-scaffold", "{}"),
            ("cognitive/schedule-review", #"{"quality":6}"#), ("cognitive/schedule-review", #"{"content_id":"a"}"#),
            ("cognitive/adapt-content", #"{"content":"","current_load":1}"#),
            ("cognitive/adapt-content", #"{"content":"a","current_load":1,"user_level":"x"}"#),
            ("recommender/recommend", "{}"), ("recommender/recommend", #"{"candidate_ids":["a"],"top_k":51}"#),
            ("recommender/recommend", #"{"candidate_ids":["a"],"objectives":[{"name":"x","weight":1}]}"#),
        ] {
            let answer = try await fixture.send("POST", "/api/v1/\(path)", body)
            #expect(answer.status == 422 && answer.type == "application/problem+json", "\(path) \(body)")
        }
    }

    @Test("scaffolds, schedules, adapts and recommends")
    func others() async throws {
        let fixture = try GatewayFixture()
        let scaffold = try await fixture.send("POST", "/api/v1/cognitive/adaptive-scaffold", #"{"current_load":0.9}"#)
            .object
        #expect(scaffold["action"] as? String == "increase_support" && scaffold["support_level"] as? String == "high")
        let review = try await fixture.send(
            "POST", "/api/v1/cognitive/schedule-review",
            #"{"content_id":"a","user_id":"u","quality_score":5,"repetition_number":1,"easiness_factor":2.5}"#
        ).object
        #expect(review["interval_days"] as? Int == 6 && review["repetition_number"] as? Int == 2)
        #expect(review["new_easiness_factor"] as? Double == 2.5 && review["algorithm"] as? String == "supermemo_sm2")
        let text = "The sea was calm; it was a clear day and we had all the time that anybody can want in a whole life."
        let adapted = try await fixture.send(
            "POST", "/api/v1/cognitive/adapt-content",
            #"{"content":"\#(text)","current_load":1,"target_load":0.5,"kinds":["split_sentence"]}"#
        ).object
        #expect((adapted["adapted_content"] as? String)?.contains("calm. It was") == true)
        #expect(adapted["strategy"] as? String == "split_sentence" && adapted["original_content"] as? String == text)
        #expect((adapted["simplifications"] as? [String])?.count == 1 && adapted.objects("changes").count == 1)
        let ranked = try await fixture.send(
            "POST", "/api/v1/recommender/recommend", #"{"user_id":"u","candidate_ids":["a","b"],"top_k":1}"#
        ).object
        #expect(ranked["total_candidates"] as? Int == 2 && ranked.objects("recommendations").count == 1)
        #expect(
            ranked.objects("recommendations")[0].names == [
                "content_id", "overall_score", "objective_scores", "explanation", "confidence", "rank",
            ])
        let health = try await fixture.get("/api/v1/cognitive/health")
        #expect(health["status"] as? String == "healthy")
    }
}
