import Documents
import Signals
import Testing

@Suite("Documents")
struct DocumentTests {
    enum Colour: String, Word { case red, green }

    struct Part: Document {
        var share = 0.0
        init() {}
        mutating func fields(_ fields: inout some FieldVisitor) { fields.field("share", &share, .number(0...1)) }
    }

    struct Order: Document {
        static var title: String? { "Order" }
        static var isClosed: Bool { true }
        var id: RowNumber = 0
        var day: CivilDate?
        var limit = 50
        var name = ""
        var colour = Colour.red
        var secret: SecretText?
        var parts: [Part] = []
        var note: String?
        var days: [Int]?
        var at: Instant?
        init() {}
        mutating func fields(_ fields: inout some FieldVisitor) {
            fields.path("id", &id)
            fields.query("day", &day)
            fields.query("limit", &limit, .integer(1...200))
            fields.field("name", &name, .string(1...5))
            fields.field("colour", &colour, Colour.schema.optional)
            fields.optional("secret", &secret, .secret)
            fields.field("parts", &parts, .array(Part.schema, count: 0...2).optional)
            fields.optional("note", &note, .string.nullable)
            fields.optional("days", &days, .array(.integer(1...7), count: 1...7))
            fields.field("at_s", &at, .number(0...10).nullable.optional)
        }
        func faults() -> [FieldFault] {
            name == "none" ? [FieldFault("name", "It is nobody's.", code: "invalid_value")] : []
        }
    }

    private func read(
        _ json: String, path: String = "7", query: [String: String] = [:]
    ) -> Result<Order, FieldFaults> {
        Result { () throws(FieldFaults) in
            try FieldReader.request(
                Order.self, body: (try? JSONValue(parsing: Array(json.utf8)))?.object ?? [:],
                .init(path: ["id": path], query: { query[$0] }))
        }
    }

    @Test("are read from path, query and body, and written as they were read")
    func round() throws {
        let json =
            #"{"name":"Ada","colour":"green","parts":[{"share":0.5},{"share":1}],"note":"x","days":[1,7],"at_s":2.5}"#
        let order = try read(json, query: ["day": "2026-11-20", "limit": "7"]).get()
        #expect(order.id == 7 && order.day?.description == "2026-11-20" && order.limit == 7)
        #expect(order.colour == .green && order.parts.map(\.share) == [0.5, 1] && order.days == [1, 7])
        #expect(order.json.string == json)
        let arguments = FieldArguments(of: order)
        #expect(arguments.path == ["id": "7"] && arguments.hasBody)
        #expect(arguments.query.map { "\($0.name)=\($0.value)" } == ["day=2026-11-20", "limit=7"])
        let least = try read(#"{"name":"Ada","note":null}"#).get()
        #expect(least.limit == 50 && least.day == nil && least.colour == .red && least.at == nil)
    }

    @Test("tell every fault at once, by its place, and repeat no secret")
    func faults() throws {
        let told = { (result: Result<Order, FieldFaults>) -> [String] in
            guard case .failure(let faults) = result else { return [] }
            return faults.faults.map { "\($0.field ?? "") \($0.code)" }
        }
        #expect(told(read("{}")) == ["name missing"])
        let wrong = read(
            #"{"name":"Adalbert","colour":"blue","secret":7,"parts":[{"share":0},{"share":1.5}],"days":[],"at_s":"x"}"#,
            query: ["limit": "201"])
        #expect(
            told(wrong) == [
                "limit out_of_range", "name out_of_range", "colour invalid_value", "secret invalid_type",
                "parts[1].share out_of_range", "days out_of_range", "at_s invalid_type",
            ])
        guard case .failure(let faults) = wrong else { return }
        #expect(faults.faults[2].message == "“colour” must be red or green." && faults.faults[2].value == "blue")
        #expect(faults.faults[3].value == nil && faults.faults[0].value == 201)
        #expect(told(read(#"{"name":"Ada","nmae":"x"}"#)) == ["nmae unknown_field"])
        #expect(told(read(#"{"name":"none"}"#)) == ["name invalid_value"])
        #expect(told(read(#"{"name":"  "}"#)) == ["name invalid_value"])
        #expect(told(read(#"{"name":"Ada","days":[1,8]}"#)) == ["days[1] out_of_range"])
        #expect(told(read(#"{"name":"Ada","days":[1.5]}"#)) == ["days[0] invalid_type"])
        #expect(told(read(#"{"name":"Ada"}"#, path: "x")) == ["id invalid_value"])
        // More digits than any row has: a number, of nothing.
        #expect(try read(#"{"name":"Ada"}"#, path: "99999999999999999999").get().id.rawValue > 1 << 53)
    }

    @Test("show no password and no token, in no fault and in no print")
    func secrets() throws {
        let secrets = ["hunter2-hunter2-hunter2", "       ", "x"]
        for secret in secrets {
            let login = LoginRequest(email: "ada@example.org", password: SecretText(secret))
            var shown = "\(login) \(String(reflecting: login))"
            dump(login, to: &shown)
            #expect(!shown.contains("hunter2") && shown.contains("<secret>"))
            #expect(login.json.string.contains(secret))
        }
        // Whatever field is wrong, and whatever stands in it.
        let told = { (fields: String) -> [FieldFault] in
            guard let body = try? JSONValue(parsing: Array("{\(fields)}".utf8)).object else { return [] }
            let arguments = FieldReader.Arguments(path: ["id": "7"], query: { _ in nil })
            return [
                Self.faults(LoginRequest.self, body, arguments), Self.faults(RegisterRequest.self, body, arguments),
                Self.faults(ResetPasswordRequest.self, body, arguments),
                Self.faults(LocalPasswordRequest.self, body, arguments),
                Self.faults(DeleteAccountRequest.self, body, arguments),
            ].flatMap(\.self)
        }
        let long = String(repeating: "hunter2", count: 700)
        for value in ["\"hunter\"", "\"\(long)\"", "7001", "[\"hunter2\"]", "{\"hunter2\":1}", "true"] {
            let faults = told("\"password\":\(value)")
            #expect(faults.contains { $0.field == "password" } && faults.allSatisfy { $0.value == nil }, "\(value)")
            #expect(!faults.contains { $0.message.contains("hunter") || $0.message.contains("7001") })
        }
        #expect(
            Self.faults(ResetPasswordRequest.self, ["password": "        "], .init(path: [:], query: { _ in nil }))
                .isEmpty)
    }

    private static func faults<Value: Document>(
        _ type: Value.Type, _ body: [String: JSONValue], _ arguments: FieldReader.Arguments
    ) -> [FieldFault] {
        do {
            _ = try FieldReader.request(type, body: body, arguments)
            return []
        } catch { return error.faults }
    }

    @Test("name a wearer by name or number, or nobody by null")
    func wearer() throws {
        let read = { (json: String) -> WearerChoice? in
            let body = try? JSONValue(parsing: Array(json.utf8)).object
            let arguments = FieldReader.Arguments(path: ["id": "d"], query: { _ in nil })
            return try? FieldReader.request(CorrectWearingRequest.self, body: body ?? [:], arguments).wearer
        }
        let good: [(String, WearerChoice)] = [("null", .nobody), ("7", .number(7)), ("\"Ada\"", .name("Ada"))]
        for (value, choice) in good {
            #expect(read("{\"wearer\":\(value)}") == choice)
            #expect(CorrectWearingRequest("d", choice).json.string == "{\"wearer\":\(value)}")
        }
        for value in ["1.5", "-1", "true", "\"\"", "\" \"", "[7]", "1e30", "\"\(String(repeating: "a", count: 81))\""] {
            #expect(read("{\"wearer\":\(value)}") == nil, "\(value)")
        }
        #expect(read("{}") == nil && read(#"{"wearer":7,"start_s":9,"end_s":9}"#) == nil)
    }

    @Test("are described from the same fields")
    func description() throws {
        let fields = FieldDescription(of: Order.self)
        #expect(fields.path.keys.sorted() == ["id"] && fields.query.map(\.name) == ["day", "limit"])
        let body = try #require(JSONValue.object(fields.body.keywords).object)
        #expect(body["required"] == ["name"] && body["additionalProperties"] == false)
        #expect(body["properties"]?.object?["colour"]?.object?["enum"] == ["red", "green"])
        #expect(Order.schema.components["Order"]?.object?["properties"]?.object?.count == 7)
    }

    @Test("of a newer gateway are read with what they say besides")
    func newer() throws {
        let part = try FieldReader.answer(Part.self, Array(#"{"share":7,"colour":"blue"}"#.utf8))
        #expect(part.share == 7)
        #expect(throws: FieldFaults.self) { try FieldReader.answer(Part.self, Array("{}".utf8)) }
        #expect(throws: FieldFaults.self) { try FieldReader.answer(Part.self, Array("[".utf8)) }
    }

    @Test("tell no more than a hundred faults of a long list, and faults within it by their place")
    func many() {
        let parts = { (count: Int, share: String) in
            #"{"name":"Ada","parts":["# + Array(repeating: #"{"share":\#(share)}"#, count: count).joined(separator: ",")
                + "]}"
        }
        struct Long: Document {
            var name = ""
            var parts: [Part] = []
            init() {}
            mutating func fields(_ fields: inout some FieldVisitor) {
                fields.field("name", &name)
                fields.field("parts", &parts)
            }
        }
        let read = { (json: String) in
            Result { () throws(FieldFaults) in
                try FieldReader.request(
                    Long.self, body: (try? JSONValue(parsing: Array(json.utf8)))?.object ?? [:],
                    .init(path: [:], query: { _ in nil }))
            }
        }
        guard case .failure(let faults) = read(parts(20_000, "\"x\"")) else { return #expect(Bool(false)) }
        #expect(faults.faults.count == 100 && faults.faults.last?.field == "parts[99].share")
        #expect((try? read(parts(20_000, "0.5")).get())?.parts.count == 20_000)
    }

    @Test("An answer with words of a newer gateway is read: such a field is nil, and such an entry left out")
    func newWords() throws {
        /// Each text that is one of the words of a field becomes one that nobody knows.
        func renewed(_ document: some Document, _ words: String...) -> [UInt8] {
            var text = document.json.string
            for word in words { text = text.replacing("\"\(word)\"", with: "\"brand-new\"") }
            return Array(text.utf8)
        }
        var bus = BusDocument()
        bus.bus = .usb
        let read = try FieldReader.answer(BusDocument.self, renewed(bus, "usb"))
        #expect(read.bus == nil && bus.json.string.contains("\"usb\""))
        var account = AccountDocument()
        (account.userID, account.role, account.provider) = ("7", .admin, .local)
        let person = try FieldReader.answer(AccountDocument.self, renewed(account, "admin", "local"))
        #expect(person.role == nil && person.provider == nil && person.userID == "7")
        var alert = AlertDocument()
        alert.severity = .urgent
        #expect(try FieldReader.answer(AlertDocument.self, renewed(alert, "urgent")).severity == nil)
        var device = DeviceDocument()
        (device.bus, device.consent, device.wear) = (.usb, DeviceDocument.Consent.none, .worn)
        device.preferred = [.heart, .motion]
        let known = try FieldReader.answer(DeviceDocument.self, renewed(device, "usb", "worn", "heart"))
        #expect(known.bus == nil && known.wear == nil && known.consent == DeviceDocument.Consent.none)
        #expect(known.preferred == [.motion])
        let tokens = Array(
            #"""
            {"access_token":"a","refresh_token":"r","token_type":"dpop","expires_in":9,"scope":"some"}
            """#.utf8)
        #expect(try FieldReader.answer(TokensDocument.self, tokens).accessToken == "a")
        // What is no word at all is still no answer, nor is one that is missing.
        for text in [#"{"severity":5}"#, "{}"] {
            #expect(throws: FieldFaults.self) { try FieldReader.answer(AlertDocument.self, Array(text.utf8)) }
        }
    }

    @Test("A request with a word that is not known is refused as before")
    func unknownWord() throws {
        let request = HealthMetricDocument(.heartRate)
        let text = request.json.string.replacing("heart_rate", with: "brand_new")
        let sent = Submitted<HealthMetricDocument>.sent(try JSONValue(parsing: Array(text.utf8)))
        let faults = #expect(throws: FieldFaults.self) { try sent.judged(at: "metrics[0]") }
        #expect(faults?.faults.map(\.code) == ["invalid_value"])
    }

    @Test("A page of metrics is read though one of them is of a kind that is not known")
    func newMetric() throws {
        var page = HealthPageDocument()
        page.metrics = [
            StoredHealthMetricDocument(["metric_type": "brand_new", "x": 1]),
            StoredHealthMetricDocument(["metric_type": "heart_rate", "metric_id": "m"]),
        ]
        let metrics = try FieldReader.answer(HealthPageDocument.self, page.json.bytes).metrics
        #expect(metrics.count == 2)
        #expect(metrics[0].metric?.type == nil && metrics[0].members["x"]?.number == 1)
        #expect(metrics[1].metric?.type == .heartRate && metrics[1].metric?.id == "m")
    }
}
