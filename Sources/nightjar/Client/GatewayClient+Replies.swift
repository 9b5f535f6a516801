import Documents
import NightjarClient
import Runtime
import Signals

extension GatewayClient {
    /// What a route answers.
    /// - Throws: `Failure` with what the gateway says is wrong, `notFound` when no gateway answers.
    func ask<Request, Reply>(
        _ endpoint: Documents.Endpoint<Request, Reply>, _ request: Request = Request()
    ) async throws -> Reply {
        try Self.read(Reply.self, try await body(endpoint, request))
    }

    /// The body of what a route answers, as it came.
    func body<Request, Reply>(
        _ endpoint: Documents.Endpoint<Request, Reply>, _ request: Request = Request()
    ) async throws -> [UInt8] {
        try await body(Call(endpoint, request))
    }

    /// The body of what is answered to a request, as it came.
    func body<Reply>(_ call: Call<Reply>) async throws -> [UInt8] {
        do {
            // Some answers take as long as the work behind them.
            return Array(try await client.reply(call, patience: nil).body.collect(limit: .max))
        } catch {
            throw failure(error)
        }
    }

    /// Reads a body.
    static func read<Reply: Document>(_ type: Reply.Type, _ body: [UInt8]) throws -> Reply {
        do {
            return try FieldReader.answer(type, body)
        } catch {
            throw Failure(.failed, "The gateway's answer makes no sense; is it of another version?", cause: error)
        }
    }
}
