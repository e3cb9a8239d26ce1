import Foundation
import TestSupport
import Testing

/// The programs in `Programs` check the module and the page.
@Suite(.needs(WebBuild.needs)) struct WebTests {
  @Test func theModuleKeepsItsPromises() throws {
    try WebBuild.make()
    #expect(try WebBuild.node("contract.mjs", []) == "the module keeps its promises\n")
  }

  /// Chromium opens the page and uses sensors, logs and keyboard; its pictures stay in `.build`.
  @Test(.needs(.program("chromium"))) func thePageWorksInChromium() throws {
    try WebBuild.make()
    let output = try WebBuild.node("page.mjs", [WebBuild.datasets.path, WebBuild.folder.path + ".pictures"])
    #expect(output.split(separator: "\n").contains("all of the page works"), "\(output)")
    print(output)
  }
}
