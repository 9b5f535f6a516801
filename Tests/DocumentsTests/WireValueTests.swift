import Documents
import Signals
import Testing

@Suite("Values of fields")
struct WireValueTests {
    private func request<Value: Document>(_ type: Value.Type, _ json: String) throws(FieldFaults) -> Value {
        try FieldReader.request(
            type, body: (try? JSONValue(parsing: Array(json.utf8)))?.object ?? [:],
            .init(path: [:], query: { _ in nil }))
    }

    @Test("Null among the values of a type is told from nothing")
    func absent() throws {
        #expect(try request(DeviceChoicesRequest.self, "{}").wearer == nil)
        #expect(try request(DeviceChoicesRequest.self, #"{"name":null}"#).name == nil)
        for (json, choice) in [
            (#"{"wearer":null}"#, WearerChoice.nobody), (#"{"wearer":"Ada"}"#, .name("Ada")),
            (#"{"wearer":7}"#, .number(7)),
        ] {
            let read = try request(DeviceChoicesRequest.self, json)
            #expect(read.wearer == choice && read.json.string == json)
        }
        for json in [#"{"wearer":""}"#, #"{"wearer":-1}"#, #"{"wearer":1.5}"#, #"{"wearer":true}"#] {
            #expect(throws: FieldFaults.self) { try request(DeviceChoicesRequest.self, json) }
        }
    }

    @Test("Times of day are of a day")
    func times() throws {
        for (text, minutes) in [("00:00", 0), ("07:30", 450), ("23:59", 1439)] {
            #expect(TimeOfDay(text)?.minutes == minutes && TimeOfDay(minutes: minutes).description == text)
        }
        for text in ["24:00", "12:60", "7:30", "+1:30", "07:30:00", "", "07-30"] { #expect(TimeOfDay(text) == nil) }
        let faults = #expect(throws: FieldFaults.self) {
            try request(NightScheduleRequest.self, #"{"from":"24:00","days":[0],"trigger":"moon","to":7}"#)
        }
        #expect(faults?.faults.map(\.field) == ["from", "to", "days[0]", "trigger"])
    }

    @Test("A snapshot is written as it was read, its series in rows")
    func snapshot() throws {
        let recent =
            #"{"hr":[[1,61.5],[2,null]],"rr":[[1.25,812,"normal"],[2,790.5,"after_gap"]],"load":[],"motion":[]}"#
        let home =
            #"{"devices":[],"buses":[{"bus":"ant","obstacle":null}],"recorders":[],"recordings":[],"schedules":[],"#
            + #""alerts":[],"wearers":[]}"#
        let json = #"{"now_s":5,"devices":[],"home":\#(home),"recent":{"polar":\#(recent)}}"#
        let read = try FieldReader.answer(LiveSnapshotDocument.self, Array(json.utf8))
        #expect(read.json.string == json && read.recent["polar"]?.beats.last?.label == .afterGap)
        for wrong in [#"[1,2]"#, #"[1,2,"odd"]"#, #"["x",2,"normal"]"#, "7"] {
            let body = Array(#"{"device":"d","rr":[\#(wrong)]}"#.utf8)
            #expect(throws: FieldFaults.self) { try FieldReader.answer(RelabelDocument.self, body) }
        }
    }
}
