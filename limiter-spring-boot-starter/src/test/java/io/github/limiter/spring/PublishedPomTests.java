package io.github.limiter.spring;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathConstants;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;

/**
 * What an application is given by depending on the starter. Maven takes the version that is declared nearest, so that a
 * Spring Boot brought from here could take the place of the application's; none is brought.
 */
class PublishedPomTests {

    @Test
    void bringsNothingButTheLibraryItself() throws Exception {
        Document pom = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(Path.of("pom.xml").toFile());
        XPath path = XPathFactory.newInstance().newXPath();
        NodeList all = (NodeList) path.evaluate("/project/dependencies/dependency", pom, XPathConstants.NODESET);
        List<String> brought = new ArrayList<>();
        for (int i = 0; i < all.getLength(); i++) {
            Node one = all.item(i);
            boolean optional = Boolean.parseBoolean(path.evaluate("optional", one));
            if (!optional && !Set.of("test", "provided").contains(path.evaluate("scope", one))) {
                brought.add(path.evaluate("artifactId", one));
            }
        }
        assertThat(brought).containsExactlyInAnyOrder("limiter-annotations", "limiter-core");
    }
}
