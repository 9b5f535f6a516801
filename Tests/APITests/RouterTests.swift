import Documents
import Signals
import Testing

@testable import API

@Suite("Router")
struct RouterTests {
    private func answer(_ router: Router, _ method: HTTPMethod, _ path: String) -> String {
        switch router.match(method, path: path) {
        case .found(let route, let parameters):
            let values = parameters.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            return ([route.pattern] + values).joined(separator: " ")
        case .wrongMethod(let allowed): return "405 " + allowed.map(\.rawValue).joined(separator: ",")
        case .nothing: return "404"
        case .malformed: return "400"
        }
    }

    private var router: Router {
        var router = Router()
        for pattern in ["/", "/nights", "/nights/{date}", "/nights/latest", "/nights/{date}/tracks/{name}"] {
            router.immediate(pattern) { _ in .empty() }
        }
        router.post("/nights/{date}") { _ in .empty() }
        return router
    }

    @Test(
        "finds the route of a path and decodes its parameters",
        arguments: [
            ("/", "/"), ("/nights", "/nights"), ("/nights/2026-03-29", "/nights/{date} date=2026-03-29"),
            ("/nights/latest", "/nights/latest"), ("/nights/a%2Fb", "/nights/{date} date=a/b"),
            ("/nights/latest/tracks/hr", "/nights/{date}/tracks/{name} date=latest name=hr"),
            ("/nights/", "404"), ("/Nights", "404"), ("/nights//tracks/hr", "404"), ("/night", "404"),
        ])
    func paths(path: String, expected: String) {
        #expect(answer(router, .get, path) == expected)
    }

    @Test(
        "refuses paths that could be read in two ways",
        arguments: [
            "/nights/..", "/nights/%2e%2e", "/nights/.", "/nights/%", "/nights/%4", "/nights/%zz", "/nights/%00",
            "/nights/%ff", "nights", "",
        ])
    func hostilePaths(path: String) {
        #expect(answer(router, .get, path) == "400")
    }

    @Test("answers HEAD by GET and knows the methods of a path")
    func methods() {
        #expect(answer(router, .head, "/nights") == "/nights")
        #expect(answer(router, .put, "/nights/x") == "405 GET,HEAD,OPTIONS,POST")
        #expect(answer(router, .post, "/nights") == "405 GET,HEAD,OPTIONS")
        #expect(answer(router, .put, "/else") == "404")
    }

    @Test(
        "reads listening addresses",
        arguments: [
            ("127.0.0.1:8001", "127.0.0.1", 8001), ("[::1]:80", "::1", 80), (":9000", "localhost", 9000),
            ("9000", "localhost", 9000), ("localhost:0", "localhost", 0),
        ])
    func listenAddress(text: String, host: String, port: UInt16) throws {
        #expect(try ListenAddress(text) == ListenAddress(host: host, port: port))
    }

    @Test(
        "refuses what is no listening address",
        arguments: [
            "", ":", "localhost", "127.0.0.1:", "127.0.0.1:65536", "127.0.0.1:-1", "::1:80", "[]:80", "[::1]", "a:+80",
        ])
    func badListenAddress(text: String) {
        #expect(throws: Failure.self) { try ListenAddress(text) }
    }

    @Test("checks numbers of a query")
    func query() throws {
        let query = HTTPQuery([("n", "12"), ("x", "1.5"), ("bad", "1e999"), ("n", "13")])
        #expect(try query.integer("n") == 12)
        #expect(query.all("n") == ["12", "13"])
        #expect(try query.number("x") == 1.5)
        #expect(try query.integer("none") == nil)
        #expect(throws: Failure.self) { try query.integer("n", in: 0...11) }
        #expect(throws: Failure.self) { try query.number("bad") }
    }

    @Test("keeps line breaks out of header fields")
    func headerInjection() {
        let headers = HTTPHeaders([("X", "a\r\nSet-Cookie: b\u{0}")])
        #expect(headers["x"] == "a  Set-Cookie: b ")
    }

    @Test("names a download in both forms")
    func attachment() {
        let answer = HTTPResponse.text("").attachment(named: "Nacht \"1\" – ü.csv")
        #expect(
            answer.headers["content-disposition"]
                == "attachment; filename=\"Nacht _1_ _ _.csv\"; filename*=UTF-8''Nacht%20%221%22%20%E2%80%93%20%C3%BC.csv"
        )
    }
}
