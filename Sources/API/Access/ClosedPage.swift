import Signals

/// What a browser is shown while nobody is let in but at the machine. It needs nothing else of this server.
enum ClosedPage {
    static func response(_ reason: String) -> HTTPResponse {
        let page = """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Nightjar is closed</title>
            <main role="alert">
            <h1>Nightjar is closed until its owner was at the machine</h1>
            <p>\(reason.escapedMarkup)</p>
            </main>
            </html>

            """
        var response = HTTPResponse.bytes(status: 503, Array(page.utf8), contentType: "text/html; charset=utf-8")
        response.headers.set("Cache-Control", "no-store")
        return response
    }
}
