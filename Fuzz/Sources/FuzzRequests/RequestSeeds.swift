import API
import Documents
import Fuzzing
import Runtime

/// Requests to start from: each operation that the OpenAPI document describes, with every argument and field.
struct RequestSeeds {
    private let paths: [String: JSONValue]
    private let schemas: [String: JSONValue]

    init(_ environment: RequestEnvironment) {
        let fixture = environment.fixture(hasPeople: false)
        let answer = fixture.description
        let start = answer.firstIndex(of: UInt8(ascii: "{")) ?? answer.endIndex
        guard let document = try? JSONValue(parsing: Array(answer[start...])).object else {
            fatalError("no OpenAPI document")
        }
        paths = document["paths"]?.object ?? [:]
        schemas = document["components"]?.object?["schemas"]?.object ?? [:]
    }

    func save(_ seeds: inout SeedFolder) {
        var number: UInt8 = 0
        for (path, operations) in paths.sorted(by: { $0.key < $1.key }) {
            for (method, operation) in (operations.object ?? [:]).sorted(by: { $0.key < $1.key }) {
                for mode: UInt8 in [0, 1] {
                    number = number &+ 1
                    seeds.save([mode] + request(method, path, operation.object ?? [:], mark: 0x80 | number & 31))
                }
            }
        }
        let stream = Array("GET /api/v1/live/stream\nLast-Event-ID: ".utf8)
        for mark: UInt8 in [0, 1, 2, 4, 8] { seeds.save([0] + stream + [0x80 + 22, 0x80 + mark]) }
        let raw = "GET /api/v1/nights?limit=1 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
        seeds.save([2] + Array(raw.utf8))
        seeds.save(
            [2]
                + Array(
                    "POST /api/v1/imports?name=a HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n"
                        .utf8))
    }

    private func request(_ method: String, _ path: String, _ operation: [String: JSONValue], mark: UInt8) -> [UInt8] {
        var names: [String] = []
        if case .array(let parameters) = operation["parameters"] {
            names = parameters.compactMap(\.object).filter { $0["in"]?.string == "query" }
                .compactMap { $0["name"]?.string }
        }
        var bytes = Array("\(method.uppercased()) ".utf8)
        var isParameter = false
        for byte in path.utf8 {
            if byte == UInt8(ascii: "{") {
                isParameter = true
                bytes.append(path.contains("date") ? 0x80 + 23 : path.contains("device") ? 0x80 + 24 : 0x80 + 13)
            }
            if !isParameter { bytes.append(byte) }
            if byte == UInt8(ascii: "}") { isParameter = false }
        }
        for (index, name) in names.enumerated() {
            bytes += Array("\(index == 0 ? "?" : "&")\(name)=".utf8) + [mark &+ UInt8(truncatingIfNeeded: index)]
        }
        let content = operation["requestBody"]?.object?["content"]?.object?["application/json"]?.object?["schema"]
        guard let content else { return bytes }
        return bytes + [0x0A, 0x0A] + body(content, mark, depth: 0)
    }

    private func body(_ schema: JSONValue, _ mark: UInt8, depth: Int) -> [UInt8] {
        guard depth < 6, let members = schema.object else { return [mark] }
        if let name = members["$ref"]?.string?.split(separator: "/").last, let known = schemas[String(name)] {
            return body(known, mark, depth: depth + 1)
        }
        if case .array(let words) = members["enum"], let word = words.first { return word.text }
        if case .array(let kinds) = members["oneOf"] ?? members["anyOf"] ?? .null, let kind = kinds.first {
            return body(kind, mark, depth: depth + 1)
        }
        if let properties = members["properties"]?.object {
            let fields = properties.sorted { $0.key < $1.key }.map { name, schema in
                Array("\"\(name)\":".utf8) + body(schema, mark, depth: depth + 1)
            }
            return [UInt8(ascii: "{")] + Array(fields.joined(separator: [UInt8(ascii: ",")])) + [UInt8(ascii: "}")]
        }
        var type = members["type"]?.string
        if case .array(let types) = members["type"] { type = types.first?.string }
        switch type {
        case "array": return Array("[".utf8) + body(members["items"] ?? .null, mark, depth: depth + 1) + Array("]".utf8)
        case "string":
            return Array("\"".utf8) + [members["format"]?.string == "date-time" ? 0x80 + 15 : 0x80 + 13]
                + Array("\"".utf8)
        case "boolean": return Array("true".utf8)
        case "object": return Array("{}".utf8)
        default: return [mark]
        }
    }
}
