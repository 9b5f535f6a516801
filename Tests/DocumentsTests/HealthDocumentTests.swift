import Documents
import Signals
import Testing

@Suite("Documents of health data")
struct HealthDocumentTests {
    private func faults(_ json: String) -> [String] {
        guard let value = try? JSONValue(parsing: Array(json.utf8)) else { return ["no JSON"] }
        do throws(FieldFaults) {
            _ = try Submitted<HealthMetricDocument>.sent(value).judged(at: "metrics[3]")
            return []
        } catch { return error.faults.map { "\($0.field ?? "") \($0.code)" } }
    }

    private func request<Request: Document>(_ type: Request.Type, _ query: [String: String]) throws -> Request {
        try FieldReader.request(type, body: [:], .init(path: [:], query: { query[$0] }))
    }

    @Test("judge each metric by itself, each fault by its place")
    func metrics() {
        #expect(faults(#"{"metric_type":"heart_rate","biometric_data":{"heart_rate":61}}"#).isEmpty)
        #expect(faults(#"{"metric_type":"environmental","more":{"lux":3}}"#).isEmpty)
        #expect(
            faults(#"{"metric_type":"activity_level","activity_data":{"steps":12.5}}"#).first?.contains("steps") == true
        )
        #expect(
            faults(#"{"metric_type":"heart_rate","biometric_data":{"heart_rate":301,"body_temperature":"x"}}"#) == [
                "metrics[3].biometric_data.heart_rate out_of_range",
                "metrics[3].biometric_data.body_temperature invalid_type",
            ])
        #expect(faults(#"{"metric_type":"sleep_analysis"}"#) == ["metrics[3].sleep_data missing"])
        #expect(faults(#"{"metric_type":"weather"}"#) == ["metrics[3].metric_type invalid_value"])
        let night = { (minutes: Int, stages: String) in
            #"{"metric_type":"sleep_analysis","sleep_data":{"total_sleep_minutes":\#(minutes),"sleep_efficiency":0.6,"#
                + #""sleep_stages":\#(stages),"sleep_start":"2025-06-17T22:00:00Z","sleep_end":"2025-06-18T06:00:00Z"}}"#
        }
        #expect(faults(night(480, #"{"deep":90}"#)).isEmpty)
        #expect(faults(night(482, "null")) == ["metrics[3].sleep_data.total_sleep_minutes inconsistent"])
        #expect(faults(night(400, #"{"drowsy":9}"#)) == ["metrics[3].sleep_data.sleep_stages.drowsy unknown_field"])
    }

    @Test("keep a stored metric as it was sent")
    func stored() throws {
        let json = #"{"biometric_data":{"heart_rate":61},"metric_id":"m","metric_type":"heart_rate","mine":[1,null]}"#
        var page = HealthPageDocument()
        page.metrics = [StoredHealthMetricDocument(try #require(try JSONValue(parsing: Array(json.utf8)).object))]
        let read = try FieldReader.answer(HealthPageDocument.self, page.json.bytes)
        let metric = try #require(read.metrics.first?.metric)
        #expect(metric.id == "m" && metric.biometric?.heartRate == 61)
        #expect(read.json.string.contains(json) && read == page)
    }

    @Test("take a time as text, as a day of a zone and as seconds, and give it back")
    func moments() throws {
        let berlin = Zone(name: "Berlin", firstOffset: 7200)
        for (text, seconds) in [
            ("2025-06-18T22:30:00Z", 1_750_285_800.0), ("2025-06-18T22:30:00 02:00", 1_750_278_600),
            ("2025-06-18", 1_750_197_600), ("1750285800.25", 1_750_285_800.25),
        ] {
            let asked = try request(SampleSumRequest.self, ["type": "steps", "start": text, "end": text])
            #expect(abs(asked.start.instant(in: berlin).secondsSince1970 - seconds) < 1e-6, "\(text)")
            let again = FieldArguments(of: asked).query.first { $0.name == "start" }?.value
            let round = try request(SampleSumRequest.self, ["type": "steps", "start": again ?? "", "end": text])
            #expect(round.start.instant(in: berlin) == asked.start.instant(in: berlin), "\(text)")
        }
        for text in ["never", "1500-01-01", "1e300", "nan", ""] {
            #expect(throws: FieldFaults.self, "\(text)") {
                try request(SampleSumRequest.self, ["type": "steps", "start": text, "end": "2025-06-18"])
            }
        }
        let page = try request(
            HealthPageRequest.self,
            ["cursor": PageCursor(time: Instant(nanoseconds: -5), row: 7, isBackwards: true).text])
        #expect(page.cursor?.time.nanoseconds == -5 && page.cursor?.row == 7 && page.cursor?.isBackwards == true)
        #expect(throws: FieldFaults.self) {
            try request(HealthPageRequest.self, ["offset": "1", "cursor": "f1.1"])
        }
    }
}
