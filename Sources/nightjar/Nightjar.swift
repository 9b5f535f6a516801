@main
enum Nightjar {
    static func main() async {}
}
